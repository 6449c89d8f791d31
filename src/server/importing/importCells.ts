import type * as z from 'zod'
import { idNo as anyIdNo, mobile, personName } from '#contract/fields.ts'
import { withDashes } from '#contract/values/day.ts'
import { dateOf, datesYearLast, isDate } from '#contract/values/plain.ts'
import { birthOf, checkDigit, toIdNo18 } from '#contract/values/idNumber.ts'
import { nearestText } from '#server/base/editDistance.ts'
import type { CellProblem } from './importTable.ts'
import { sexIn } from '#contract/values/sex.ts'

type Reading = { value: unknown } | CellProblem

/** Reads an ID number from a cell of an imported workbook; errors are worded as an office would. */

export function readIdNo(text: string): Reading {
  const written = text.replace(/[\s-]/g, '').toUpperCase()
  if (/E\+/.test(written) || (/^\d{15}000$/.test(written) && checkDigit(written) !== '0'))
    return { wrong: '身份证号被 Excel 当成了数字，后三位已经丢失，请从原表按文本重新复制', code: '被 Excel 当成了数字' }
  if (!anyIdNo.safeParse(written).success)
    return { wrong: `身份证号应为 18 位（或旧的 15 位），现在是 ${written.length} 位`, code: '位数不对' }
  const idNo = toIdNo18(written)
  if (!isDate(birthOf(idNo))) return { wrong: `身份证号中的出生日期 ${birthOf(idNo)} 不存在`, code: '出生日期不存在' }
  if (checkDigit(idNo) === idNo[17]) return { value: idNo }
  return { wrong: `身份证号校验位应为 ${checkDigit(idNo)}，可能有一位录错`, code: '校验位不对', value: idNo }
}

export function readDate(text: string): Reading {
  const value = dateOf(text)
  if (value) return { value }
  if (/^(?:\d{4}[-/.年 ]?|\d{2}年)(?:0?[1-9]|1[0-2])月?$/.test(text))
    return { wrong: '只有年和月，缺少日，应如 1990-03-05', code: '缺少日' }
  const meant = datesYearLast(text)
  if (meant.length > 1)
    return {
      wrong: '分不清哪个是月、哪个是日，应如 1990-03-05',
      code: '月和日分不清',
      sgst: meant.map((date) => ({ val: withDashes(date) ?? '', why: '可能的日期' })),
    }
  return { wrong: '日期不存在，应如 1990-03-05' }
}

export function readPhone(text: string): Reading {
  const { success, data } = mobile.safeParse(text)
  if (success) return { value: data }
  const inside = text.match(/(?<!\d)1\d{10}(?!\d)/)?.[0]
  if (inside) {
    const sgst = [{ val: inside, why: '其中的手机号码' }]
    return /\d{5}/.test(text.replace(inside, ''))
      ? { wrong: '一格里有几个号码，只能填一个手机', code: '一格里有几个号码', sgst }
      : { wrong: '手机格里只能填号码，不要写别的', code: '手机格里有别的字', sgst }
  }
  // Excludes Peking's area code, the only one that begins so, whose numbers are one shorter.
  if (/^01\d{10}$/.test(text)) return { wrong: '手机前面不用加 0', sgst: [{ val: text.slice(1), why: '去掉前面的 0' }] }
  if (/^(0\d{2,3}[-\s]?)?[2-9]\d{6,7}$/.test(text)) return { wrong: '这是座机号码，应填 1 开头的 11 位手机号码' }
  return { wrong: '手机应为 1 开头的 11 位数字' }
}

/** Reads a text by a field of the contract. */
export const readByField =
  (field: z.ZodType, wrong: string) =>
  (text: string): Reading => {
    const { success, data } = field.safeParse(text)
    return success ? { value: data } : { wrong }
  }

/** Joins names of two characters, which are often spread to the width of three. */
export const joinName = (text: string) => text.replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '')

export const readName = (text: string): Reading =>
  readByField(personName, '姓名只能有汉字、字母、· 和空格，最多 30 个字')(joinName(text))

export function readSex(text: string): Reading {
  const value = sexIn(text.replace(/^([男女])[性生]$/, '$1'))
  if (value) return { value }
  const meant = ['男', '女'].filter((sex) => text.includes(sex))
  const sgst = meant.length === 1 ? meant.map((val) => ({ val, why: '写法相近' })) : []
  return { wrong: `性别应为男或女，不是“${text}”`, sgst }
}

// Lists what people write where they have nothing to write.
const nothing = ['无', '没有', '暂无', '/', '-', '—', '——']

/**
 * Reads the label of a dictionary (by label and code), 汉 as 汉族; a code only where `codeOf` tells what a code means. Any other
 * beginning of a label is told to mean it.
 */
export function readLabel(
  title: string,
  labels: ReadonlyMap<string, string>,
  codeOf: (text: string) => string | undefined = () => undefined,
) {
  const codes = new Map([...labels].map(([code, label]) => [label, code]))
  const names = [...codes.keys()]
  return (text: string): Reading => {
    const code = codes.get(joinName(text)) ?? codes.get(`${text}族`) ?? codeOf(text)
    if (code !== undefined && labels.has(code)) return { value: code }
    if (nothing.includes(text)) return { wrong: `${title}里没有“${text}”，没有就空着`, code: '没有就空着' }
    const begun = names.filter((name) => name.startsWith(text))
    const meant = begun.length === 1 ? begun[0] : nearestText(text, names)
    const sgst = meant ? [{ val: meant, why: '写法相近' }] : []
    return { wrong: `${title}里没有“${text}”`, sgst }
  }
}

/** Splits a cell that may hold several names. */
export const namesIn = (text: string) =>
  text
    .split(/[、;；,，\n]/)
    .map((name) => name.trim())
    .filter(Boolean)

/** Reads names that stand for records; one that is not found is proposed in the nearest spelling, the others in the cell stay. */
export function readNames(find: (name: string) => { no: string } | { wrong: string; meant?: string | undefined }) {
  return (text: string): Reading => {
    const nos: string[] = []
    for (const name of namesIn(text)) {
      const result = find(name)
      if ('no' in result) {
        nos.push(result.no)
        continue
      }
      const { wrong, meant } = result
      const sgst = meant
        ? [
            {
              val: namesIn(text)
                .map((one) => (one === name ? meant : one))
                .join('、'),
              why: '写法相近',
            },
          ]
        : []
      return { wrong, sgst }
    }
    return { value: [...new Set(nos)] }
  }
}
