import { expect, test } from 'vitest'
import { note } from '#contract/fields.ts'
import { hideNumbersIn, remarkOnNumbers } from '#contract/values/personalNumbers.ts'
import { idNoOf } from '../support/staffList.ts'

const id = idNoOf('98010220160305001')
const card = '6222021234567890128'

test('an ID number or a bank card in a remark is noticed however it is written, and hidden without the words around it', () => {
  const grouped = `${id.slice(0, 6)} ${id.slice(6, 14)} ${id.slice(14)}`
  const wide = [...id].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
  for (const number of [id, id.toLowerCase(), `G${id}`.slice(1), grouped, wide, '980102660704001'])
    expect([remarkOnNumbers('备注', `父亲${number}，已核`), hideNumbersIn(`父亲${number}，已核`)]).toEqual([
      '备注里像是身份证号，别人也能看到，请只写必要的',
      '父亲••••，已核',
    ])
  for (const number of [
    card,
    `${card.slice(0, 4)} ${card.slice(4, 8)} ${card.slice(8, 12)} ${card.slice(12, 16)} ${card.slice(16)}`,
  ])
    expect([remarkOnNumbers('说明', `卡号 ${number}`), hideNumbersIn(`卡号 ${number}`)]).toEqual([
      '说明里像是银行卡号，别人也能看到，请只写必要的',
      '卡号 ••••',
    ])
  expect(hideNumbersIn(`学籍号 G${id} 和 ${card}`)).toBe('学籍号 G•••• 和 ••••')
})

test('phones, dates, order numbers and other texts stay as they are', () => {
  for (const text of [
    '13812345678',
    '2026-11-24 08:30',
    '订单 900000000000000001',
    '座机 0571-88886666 转 1234',
    '1,234,567.89',
    '',
  ])
    expect([remarkOnNumbers('备注', text), hideNumbersIn(text)]).toEqual([undefined, text])
})

test('a remark with a hidden number in it is not saved, or the number would be lost', () => {
  expect(note(500).safeParse('父亲••••，已核').success).toBe(false)
  expect(note(500).safeParse('父亲已核').success).toBe(true)
})
