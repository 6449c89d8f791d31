import { hiddenNumber } from './masking.ts'
import { isDate } from './plain.ts'

type Kind = '身份证号' | '银行卡号'

// Matches runs of digits that may be numbers of people, also written in groups; each has at most 19.
const candidates =
  /(?<!\d)(?:\d{17}[\dXx]|\d{16,19}|\d{15}|\d{6}[ -]\d{8}[ -]\d{3}[\dXx]|\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}(?:[ -]\d{1,3})?)(?!\d)/g

// Matches how the numbers of cards begin that banks give to people: UnionPay, Visa, Mastercard.
const cardBegin = /^(62|4|5[1-5])/

const halfDigits = (text: string) => text.replace(/[０-９Ｘｘ－]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

/** Says in a remark what looks like a number of a person in a free text; undefined where nothing does. */
export function remarkOnNumbers(title: string, text: string): string | undefined {
  const [kind] = kindsIn(text)
  return kind && `${title}里像是${kind}，别人也能看到，请只写必要的`
}

/** Hides what looks like ID numbers and bank cards in a free text. */
export function hideNumbersIn(text: string): string {
  // Spares the texts without a long run of digits, which are nearly all.
  if (!/[\d０-９](?:[ \-－]?[\d０-９]){14}/.test(text)) return text
  const plain = halfDigits(text)
  let hidden = ''
  let end = 0
  for (const { 0: found, index } of plain.matchAll(candidates)) {
    if (!kindOf(found)) continue
    hidden += text.slice(end, index) + hiddenNumber
    end = index + found.length
  }
  return hidden + text.slice(end)
}

const kindsIn = (text: string): Kind[] => [...halfDigits(text).matchAll(candidates)].flatMap(([found]) => kindOf(found) ?? [])

function kindOf(written: string): Kind | undefined {
  const number = written.replace(/[ -]/g, '')
  if (number.length === 18 && isBirth(number.slice(6, 14))) return '身份证号'
  if (number.length === 15 && isBirth(`19${number.slice(6, 12)}`)) return '身份证号'
  return /^\d{16,19}$/.test(number) && cardBegin.test(number) && isLuhn(number) ? '银行卡号' : undefined
}

// Takes no date of the distant future for a birth date.
const isBirth = (day: string) => isDate(day) && day < '21000101'

// Checks the last digit of a bank card (ISO/IEC 7812-1).
function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
