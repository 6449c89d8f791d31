import { rollover } from '#features/ent/rollover/rollover.contract.ts'
import { schoolYear } from '../pupils.ts'
import { ask, check, type Served, timeOf } from '../serving.ts'

/** Rolls the year of a school over and takes it back; answers the milliseconds of both, and of what is looked at before. */
export async function timeYear(served: Served, token: string | undefined) {
  const result = async (call: Parameters<typeof ask>[2], input: object = {}) =>
    JSON.parse(String(check(await ask(served, token, call, input as Record<string, unknown>)))).result
  const shown = await result(rollover.get)
  const saved = await result(rollover.savedraft, { plan: { ...shown.plan, again: '1' } })
  const { rollNo, sign } = saved
  const done = await timeOf(() => result(rollover.run, { rollNo, sign, schYear: schoolYear + 1, seasonFlag: '1' }))
  const looked = await timeOf(() => result(rollover.getundo, { rollNo }))
  const back = await timeOf(() => result(rollover.takeback, { rollNo }))
  return { done, looked, back }
}
