/** Describes a number rule (docs/spec/numbers.md#number-rules) and its progress. */
export type NumberRuleState = {
  prfx: string
  sufx: string
  fixBit: number
  minVal: number
  maxVal: number
  rstCyc: string
}
export type Counter = {
  curVal: number
  /** Holds the day of the last reservation, `yyyyMMdd`; empty before the first. */
  cyc: string
}

/** Describes what a number is made for: a day `yyyy-MM-dd`, and an enterprise. */
type Occasion = { day: string; entNo: string }

/** Limits the length of a number to that of every key. */
const longest = 20

// Gives the number of characters that each token becomes.
const tokens: Record<string, number> = { yyyy: 4, yy: 2, MM: 2, dd: 2, entNo: 10, idntNo: 3 }
const token = /\{(\w*)\}/g

// Gives how many digits of a day `yyyyMMdd` identify its cycle.
const cycleLengths: Record<string, number> = { N: 0, Y: 4, M: 6, D: 8 }
const cycleLength = (rstCyc: string) => cycleLengths[rstCyc] ?? 0

// Lists the tokens that a cycle needs in the number, or its numbers would repeat.
const cycleTokens: Record<string, RegExp[]> = { N: [], Y: [/\{yy(yy)?\}/], M: [/\{yy(yy)?\}/, /\{MM\}/] }
cycleTokens.D = [...(cycleTokens.M as RegExp[]), /\{dd\}/]

/** Fills in the tokens of a prefix or suffix. */
function fillTokens(pattern: string, { day, entNo }: Occasion): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const values: Record<string, string> = { yyyy: year, yy: year.slice(2), MM: month, dd: date, entNo, idntNo: entNo.slice(0, 3) }
  return pattern.replace(token, (whole, name: string) => values[name] ?? whole)
}

/** Returns the number made of a value. */
export const numberOf = (rule: Pick<NumberRuleState, 'prfx' | 'sufx' | 'fixBit'>, value: number, at: Occasion) =>
  fillTokens(rule.prfx, at) + String(value).padStart(rule.fixBit, '0') + fillTokens(rule.sufx, at)

/** Returns the last value used in the cycle of a day. */
export function lastValue({ minVal, rstCyc }: NumberRuleState, { curVal, cyc }: Counter, day: string): number {
  const length = cycleLength(rstCyc)
  const isOver = cyc !== '' && cyc.slice(0, length) < day.replaceAll('-', '').slice(0, length)
  return isOver ? minVal - 1 : Math.max(curVal, minVal - 1)
}

/** Returns the next three numbers of a rule; fewer where it ends. */
export function nextNumbers(rule: NumberRuleState, counter: Counter, at: Occasion): string[] {
  const last = lastValue(rule, counter, at.day)
  return [1, 2, 3].filter((step) => last + step <= rule.maxVal).map((step) => numberOf(rule, last + step, at))
}

/** Sets the percentage from which a segment should be widened soon. */
export const nearlyUsed = 90

/** Returns the used share of the segment, in percent with one decimal; 100 only when nothing is left. */
export const usedRate = ({ minVal, maxVal }: NumberRuleState, last: number) =>
  Math.floor(((last - minVal + 1) / (maxVal - minVal + 1)) * 1000) / 10

type Complaint = { field: string; message: string }

/** Lists the errors of a rule by field. */
export function ruleFaults(rule: NumberRuleState, curVal: number): Complaint[] {
  const { prfx, sufx, fixBit, minVal, maxVal, rstCyc } = rule
  const faults: Complaint[] = []
  const refuse = (field: string, message: string) => faults.push({ field, message })
  if (minVal >= maxVal) refuse('maxVal', `截止值 ${maxVal} 应大于起始值 ${minVal}`)
  else if (fixBit > 0 && maxVal > 10 ** fixBit - 1)
    refuse('maxVal', `截止值 ${maxVal} 超过 ${fixBit} 位，最大是 ${10 ** fixBit - 1}，请减小截止值或增加位数`)
  else if (maxVal < curVal) refuse('maxVal', `截止值 ${maxVal} 小于已经用到的 ${curVal}`)
  for (const [field, title, pattern] of [
    ['prfx', '前缀', prfx],
    ['sufx', '后缀', sufx],
  ] as const) {
    const strange = [...pattern.matchAll(token)].find(([, name = '']) => !Object.hasOwn(tokens, name))
    const rest = pattern.replace(token, '')
    if (strange) refuse(field, `${title}里的 ${strange[0]} 不认识，可以用 ${tokenNames}`)
    else if (!/^[A-Za-z0-9_-]*$/.test(rest)) refuse(field, `${title}只能有字母、数字、- 和 _，以及 ${tokenNames}`)
  }
  if (cycleTokens[rstCyc]?.some((one) => !one.test(prfx + sufx)))
    refuse('prfx', `按${cycleNames[rstCyc]}重新开始时，前缀或后缀里要有 ${cycleNeeds[rstCyc]}，否则编号会重复`)
  const length = lengthOf(prfx) + Math.max(fixBit, String(maxVal).length) + lengthOf(sufx)
  if (length > longest) refuse('prfx', `编号最长会有 ${length} 个字符，最多 ${longest} 个，请缩短前缀、后缀或位数`)
  return faults
}

/** Tells whether a rule has made numbers. */
export const isUsed = ({ curVal, cyc, minVal }: Counter & Pick<NumberRuleState, 'minVal'>) => cyc !== '' || curVal >= minVal

/**
 * Lists the changes that a used rule refuses: between the same prefix and suffix no value comes twice, whatever its digits and
 * cycle; between others the same characters may come of another value.
 */
export function changeFaults(before: NumberRuleState & Counter, after: Pick<NumberRuleState, 'prfx' | 'sufx'>): Complaint[] {
  if (!isUsed(before)) return []
  return (['prfx', 'sufx'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, message: usedMessage(field, before[field]) }))
}

const usedMessage = (field: 'prfx' | 'sufx', kept: string) =>
  `已经用这个规则编过号，${field === 'prfx' ? '前缀' : '后缀'}${kept ? `“${kept}”` : '（空）'}不能再改，否则编过的号会再出现；不够用时请增加位数和截止值`

const lengthOf = (pattern: string) => pattern.replace(token, (_, name: string) => '0'.repeat(tokens[name] ?? 0)).length

const tokenNames = Object.keys(tokens)
  .map((name) => `{${name}}`)
  .join(' ')
const cycleNames: Record<string, string> = { Y: '年', M: '月', D: '日' }
const cycleNeeds: Record<string, string> = {
  Y: '年份（{yyyy} 或 {yy}）',
  M: '年份和月份（如 {yyyy}{MM}）',
  D: '年份、月份和日（如 {yyyy}{MM}{dd}）',
}
