import { expect, test } from 'vitest'
import * as z from 'zod'
import { attachments } from '#contract/attachment.ts'
import { oddMobile } from '#contract/values/contact.ts'
import {
  alphanumeric,
  emailAddress,
  hardwareAddress,
  landline,
  landlineWithExtension,
  webAddress,
} from '#contract/values/patterns.ts'
import { explain } from '#contract/explain.ts'
import { formed, idNo, mobile, nickName } from '#contract/fields.ts'
import { typesOf } from '#contract/uploadFilters.ts'
import { factsOf, oddIdNo } from '#contract/values/idNumber.ts'
import { isStrong, lackOf, strengthOf } from '#contract/values/password.ts'
import { limitLanes, refuseFile } from '#web/form/attachment/attachments.ts'
import { cleanNumber, clampNumber, formatNumber, plainNumber, readNumber } from '#web/form/inputs/number.ts'
import { areaOf, refusePicture, tooSmall, zoomsOf } from '#web/form/picture/picture.ts'
import { firstFree, updateTicked, togglePicked } from '#web/form/picker/picking.ts'
import { formatAgo, formatBytes } from '#web/page/format.ts'
import { fitSide, sideAfterKey } from '#web/layout/split.ts'

test('of what is typed or pasted into a number only digits, one leading minus and one dot stay, and decimals are cut off', () => {
  const cleaned = (text: string, precision = 2) => cleanNumber(text, { precision })
  expect(
    ['1,284.50元', '￥ 1 284.509', '１２３．４５', '－８', '1。5', '12-34', '--7', '1.2.3', 'abc', '-', '.'].map((one) =>
      cleaned(one),
    ),
  ).toEqual(['1284.50', '1284.50', '123.45', '-8', '1.5', '1234', '-7', '1.23', '', '-', '.'])
  expect([cleaned('12.7', 0), cleaned('3.14159', 4)]).toEqual(['12', '3.1415'])
})

test('a lone minus or dot is 0; leaving brings a number within its limits, pads its decimals and sets separators', () => {
  expect(['', '-', '.', '-.', '-0', '007', '.5'].map(readNumber)).toEqual([null, 0, 0, 0, 0, 7, 0.5])
  const limits = { precision: 2, min: 2, max: 24 }
  expect([1, 100, 5.5, null].map((value) => clampNumber(value, limits))).toEqual([2, 24, 5.5, null])
  expect([1e15, -1e15].map((value) => clampNumber(value, { precision: 0 }))).toEqual([99_999_999_999_999, -99_999_999_999_999])
  expect([formatNumber(1284.5, limits), formatNumber(1284, { precision: 0 }), formatNumber(null, limits)]).toEqual([
    '1,284.50',
    '1,284',
    '',
  ])
  expect(plainNumber(1284.5, limits)).toBe('1284.50')
})

test('phones, addresses and words are told what is expected of them', () => {
  const said = (schema: z.ZodType, value: string) => {
    const contract = z.object({ it: schema.meta({ title: '它' }) })
    const { error } = contract.safeParse({ it: value })
    return error && explain(contract, error)[0]?.message
  }
  for (const [schema, rights, wrongs, message] of [
    [
      mobile,
      ['13800001001', '138 0000 1001', '+86 138-0000-1001', '１３８００００１００１'],
      ['12345', '23800001001'],
      '它应为 1 开头的 11 位数字',
    ],
    [
      formed(landline, 30),
      ['0592-1234567', '01012345678', '123456'],
      ['12345', '0592-1234567-801'],
      '它应为 6 到 8 位数字，前面可加 3 到 4 位区号，如 0592-1234567',
    ],
    [
      formed(landlineWithExtension, 30),
      ['0592-1234567-801', '1234567'],
      ['0592-1234567-1234567'],
      '它应为 6 到 8 位数字，可加区号和 1 到 6 位分机，如 0592-1234567-801',
    ],
    [
      idNo,
      ['110105198506150029', '110105 19850615 002X', '110105850615002'],
      ['1101051985061500', '11010519850615002Y'],
      '它应为 15 位数字，或 17 位数字加一位数字或 X',
    ],
    [
      formed(hardwareAddress, 30),
      ['00:1a:2B:3c:4D:5e', '00-1A-2B-3C-4D-5E'],
      ['00:1a:2B:3c:4D', '001A2B3C4D5E', '0g:1a:2B:3c:4D:5e'],
      '它应为六组两位十六进制数，用 : 或 - 隔开，如 00:1A:2B:3C:4D:5E',
    ],
    [
      formed(emailAddress, 100),
      ['name@example.com', 'a.b+c@x-y.edu.cn', 'a@例子.中国'],
      ['name', 'a@b', '名@example.com', 'a@例子', 'a@例。中国'],
      '它应为邮箱地址，如 name@example.com',
    ],
    [
      formed(webAddress, 255),
      ['https://example.com/a?b=1', 'http://10.0.0.1:8080', 'https://例子.中国/校历'],
      ['example.com', 'javascript:alert(1)', '/ent/emp'],
      '它应为 http:// 或 https:// 开头的网址',
    ],
    [formed(alphanumeric, 20), ['A1', 'abc'], ['a-b', '字', 'a b'], '它只能有字母和数字'],
    [nickName, ['小高2026', '阿依·古丽 2'], ['a-b', '小高!'], '它只能有汉字、字母、数字、· 和空格'],
  ] as [z.ZodType, string[], string[], string][]) {
    expect(rights.filter((one) => said(schema, one))).toEqual([])
    expect(wrongs.map((one) => said(schema, one))).toEqual(wrongs.map(() => message))
  }
})

test('an ID number of 15 or 18 digits tells sex and birth date, and what is odd about it is remarked', () => {
  expect(factsOf('110105198506150029')).toEqual({ sex: 'N', brth: '19850615' })
  expect(factsOf('11010519850615001x')).toEqual({ sex: 'M', brth: '19850615' })
  expect(factsOf('110105850615003')).toEqual({ sex: 'M', brth: '19850615' })
  expect(factsOf('1101051985')).toEqual({})
  expect(oddIdNo('110105850615003')).toBeUndefined()
  expect(oddIdNo('110105198513150029')).toBe('出生日期 19851315 不存在，请核对')
  expect(oddIdNo('110105190006150029')).toBe('出生日期 19000615 距今超过 120 年，请核对')
  expect(oddMobile('12000001001')).toBe('手机号码的第二位一般是 3 到 9，请核对')
  expect(oddMobile('13800001001')).toBeUndefined()
})

test('the general rule for passwords is 8 to 20 characters of two classes, and what lacks is told', () => {
  expect(['abcd1234', 'Abcdefgh', 'abcd 1234', 'abcdefgh', 'abc12', '密码abcd1234', 'a1'.repeat(11)].map(isStrong)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
  expect(lackOf('abc12')).toBe('还差 3 位')
  expect(lackOf('abcdefgh')).toBe('再加上数字、大写字母、符号中的一类')
  expect(['abc', 'abcd1234', 'Abcd1234', 'Abcd1234-xyz'].map(strengthOf)).toEqual([0, 1, 2, 3])
})

test('sizes are told in B, KB, MB and GB, and times by how long ago they were', () => {
  expect([0, 1023, 1024, 1_258_291, 1_048_575, 5 * 2 ** 40].map(formatBytes)).toEqual([
    '0 B',
    '1023 B',
    '1 KB',
    '1.2 MB',
    '1 MB',
    '5120 GB',
  ])
  const now = Date.parse('2026-11-21T12:00:00+08:00')
  const ago = (time: string) => formatAgo(time, now)
  expect(
    [
      '20261121115931',
      '20261121115930',
      '20261121115500',
      '20261121110001',
      '20261121090000',
      '20261120120001',
      '20261120120000',
    ].map(ago),
  ).toEqual(['刚刚', '1分钟前', '5分钟前', '59分钟前', '3小时前', '23小时前', '1天前'])
  expect(['20261119120001', '20261119120000', '20261122120000'].map(ago)).toEqual(['1天前', '2026-11-19', '2026-11-22'])
})

test('a form with a file that is not there yet is blocked, and one that failed is named', () => {
  const contract = z.object({ files: attachments(3).meta({ title: '附件' }) })
  const files = (success: number) => ({ files: [{ fileNo: 'F1', name: 'a.pdf', size: 1, success }] })
  const said = (success: number) => {
    const { error } = contract.safeParse(files(success))
    return error && explain(contract, error)[0]?.message
  }
  expect([0, 1, 2].map(said)).toEqual(['附件正在上传，请稍后再试', '附件正在上传，请稍后再试', undefined])
  expect(said(-1)).toBe('“a.pdf”没有传上去，请重试或移除')
})

test('files are taken by their type and size, a few are sent at once, and one that fails does not stop the others', async () => {
  const types = typesOf(['pdf', 'txt', 'ppt', 'doc', 'xls', 'mp4'])
  expect(types).toEqual(['pdf', 'txt', 'ppt', 'pptx', 'doc', 'docx', 'xls', 'xlsx', 'mp4'])
  const limits = { types, most: 3, largest: 20 * 2 ** 20 }
  expect(refuseFile({ name: '表.XLSX', size: 9 }, limits, 0)).toBeUndefined()
  expect(refuseFile({ name: 'a.exe', size: 9 }, limits, 0)).toContain('“a.exe”的类型不支持')
  expect(refuseFile({ name: 'a.pdf', size: 0 }, limits, 0)).toBe('“a.pdf”是空的')
  expect(refuseFile({ name: 'a.pdf', size: 21 * 2 ** 20 }, limits, 0)).toBe('“a.pdf”有 21 MB，超过 20 MB')
  expect(refuseFile({ name: 'a.pdf', size: 9 }, limits, 3)).toBe('最多 3 个附件，“a.pdf”没有加入')
  const inTurn = limitLanes(2)
  let running = 0
  let most = 0
  const work = (fails: boolean) => async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
    if (fails) throw new Error('没有传上去')
    return 'ok'
  }
  const ended = await Promise.allSettled([false, true, false, false, false].map((fails) => inTurn(work(fails))))
  expect([most, ended.map(({ status }) => status).filter((status) => status === 'fulfilled').length]).toEqual([2, 4])
})

test('what is inside the frame is cut out, turned as it is seen, and with margins all of it fits', () => {
  const media = { width: 400, height: 200, naturalWidth: 800 }
  const frame = { width: 200, height: 200 }
  const view = { media, frame, crop: { x: 0, y: 0 }, zoom: 1, turn: 0 }
  expect(areaOf(view)).toEqual({ x: 200, y: 0, width: 400, height: 400 })
  expect(areaOf({ ...view, crop: { x: 100, y: 0 } })).toEqual({ x: 0, y: 0, width: 400, height: 400 })
  expect(areaOf({ ...view, zoom: 2 })).toEqual({ x: 300, y: 100, width: 200, height: 200 })
  expect(areaOf({ ...view, turn: 90 })).toEqual({ x: 0, y: 200, width: 400, height: 400 })
  const square = { width: 100, height: 100, type: 'png' } as const
  expect(zoomsOf(view, square)).toEqual({ min: 1, max: 4 })
  expect(zoomsOf(view, { ...square, margins: true }).min).toBe(0.5)
  expect(zoomsOf(view, { ...square, least: { width: 200, height: 200 } }).max).toBe(2)
})

test('a picture that cannot be used is told why', () => {
  expect(refusePicture({ name: '头像.PNG', size: 9 })).toBeUndefined()
  expect(refusePicture({ name: '头像.pdf', size: 9 })).toBe('“头像.pdf”不是图片，请选 png、jpg、gif、svg 或 ico，不超过 20 MB')
  expect(refusePicture({ name: '头像.png', size: 21 * 2 ** 20 })).toBe('图片有 21 MB，超过 20 MB，请缩小后再选')
  expect(tooSmall({ width: 400, height: 300 }, { width: 295, height: 390 })).toBeUndefined()
  expect(tooSmall({ width: 200, height: 300 }, { width: 295, height: 413 })).toBe('图片至少 295×413 像素，这张是 200×300')
})

test('in a picker what is out of sight stays chosen, and who is in already is never added', () => {
  const by = { keyOf: (row: string) => row, isTaken: (row: string) => row === '乙' }
  expect(updateTicked(['甲', '丁'], ['甲', '乙', '丙'], new Set(['乙', '丙']), by)).toEqual(['丁', '丙'])
  expect(togglePicked(['甲'], '甲', by)).toEqual([])
  expect(togglePicked(['甲'], '乙', by)).toEqual(['甲'])
  expect(firstFree(['甲', '乙', '丙'], ['甲'], by)).toBe(2)
})

test('the divider of two sides stays 40 pixels from both edges', () => {
  expect([fitSide(10, 500), fitSide(480, 500), fitSide(200, 500)]).toEqual([40, 460, 200])
  expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'a'].map((key) => sideAfterKey(key, 200, 500))).toEqual([
    184,
    216,
    40,
    460,
    undefined,
  ])
})
