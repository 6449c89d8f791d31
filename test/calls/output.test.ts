import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { get, resource } from '#contract/call.ts'
import { maskedText } from '#contract/fields.ts'
import type { Origin, Trace } from '#server/call/context.ts'
import { RightsCache } from '#server/call/rights.ts'
import { makeCallPipeline } from '#server/http/callPipeline.ts'
import { serve } from '#server/call/serve.ts'
import { makeSchool, startServer, type TestServer } from '../support/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const Card = z.object({
  name: z.string(),
  owner: z.object({ no: z.string() }).nullable(),
  items: z.array(z.object({ no: z.string(), tel: maskedText.optional() })),
})
const { leaky } = resource('/test', { leaky: get('session', z.object({}), Card) })

async function answerOf(result: unknown, checkOutput: boolean) {
  const school = await makeSchool(server)
  const [one] = serve({ leaky }, { leaky: async () => result as z.input<typeof Card> })
  const trace: Trace = {}
  const origin: Origin = { token: school.admin.client.token, address: '', client: '', hasChanged: false, trace }
  const { admit, answer } = makeCallPipeline(server.services, new RightsCache(), { checkOutput })(one as NonNullable<typeof one>)
  return { ...(await answer(async () => ({}), origin, await admit(origin))), error: (trace.error as Error | undefined)?.message }
}

test('a result that names more than its contract is a bug in tests, and never leaves the server', async () => {
  const good = { name: '张三', owner: { no: '1' }, items: [{ no: '2' }] }
  const stray = [
    [{ ...good, pwdHash: 'secret' }, '.pwdHash'],
    [{ ...good, owner: { no: '1', idNo: 'secret' } }, '.owner.idNo'],
    [{ ...good, items: [{ no: '2', authTel: 'secret' }] }, '.items[0].authTel'],
  ] as const
  expect(await answerOf(good, true)).toMatchObject({ code: 0, result: good })
  for (const [result, path] of stray) {
    expect(await answerOf(result, true)).toMatchObject({
      code: 69999,
      result: null,
      error: `the result names ${path}, which its contract does not`,
    })
    expect(await answerOf(result, false)).toMatchObject({ code: 0, result: good })
  }
  expect(await answerOf({ ...good, name: 5 }, true)).toMatchObject({ code: 69999, result: null })
})

test('a result that holds a masked field in clear is a bug in tests, wherever it stands', async () => {
  const withTel = (tel: string | null) => ({ name: '张三', owner: null, items: [{ no: '1' }, { no: '2', tel }] })
  for (const tel of ['138****5678', '', null]) expect(await answerOf(withTel(tel), true)).toMatchObject({ code: 0 })
  expect(await answerOf(withTel('13812345678'), true)).toMatchObject({
    code: 69999,
    error: 'the result holds .items[1].tel in clear, which its contract masks',
  })
})
