import { nationalNo } from '#contract/archive.ts'
import type { Call } from '#contract/call.ts'
import { idNo, mobile } from '#contract/fields.ts'
import { Fault } from './fault.ts'

// So many different phones and ID numbers one person may ask about in a minute: a masked phone leaves ten thousand to try.
const perMinute = 60
const mostPeople = 5000

const isNumber = (value: unknown) => [mobile, idNo, nationalNo].some((kind) => kind.safeParse(value).success)

/** Whether whatever a call answers tells of the numbers that it names; of other calls only a refusal does. */
export const isAsking = ({ method, answers }: Call) => method === 'GET' || answers === 'file'

/** The whole phones and ID numbers that people ask about: whoever tries one after the other is looking for a masked one. */
export class SoughtNumbers {
  #asked = new Map<string, Map<unknown, number>>()

  /** Counts the numbers that an input names; refuses somebody who asks about too many. */
  count(userNo: string, input: Record<string, unknown>, now = Date.now()) {
    const numbers = userNo ? Object.values(input).filter(isNumber) : []
    if (numbers.length === 0) return
    const kept = [...(this.#asked.get(userNo) ?? [])].filter(([, at]) => at > now - 60_000)
    const asked = new Map([...kept, ...numbers.map((number) => [number, now] as const)])
    if (asked.size > perMinute) throw new Fault('busy', '一分钟内查找的号码太多，请稍后再试')
    if (this.#asked.size >= mostPeople) this.#asked.clear()
    this.#asked.set(userNo, asked)
  }
}
