import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { startServer, type TestServer } from '../support/harness.ts'
import { callerOf, calls, type SeededSchool, seedSchool, suitedFor } from '../support/seedSchool.ts'
import { workingInput } from '../support/samples.ts'

let server: TestServer
let school: SeededSchool
beforeAll(async () => {
  server = await startServer()
  school = await seedSchool(server)
})
afterAll(() => server.close())

const paged = calls.filter(
  ({ input, output }) => 'pageIndex' in input.shape && output instanceof z.ZodObject && 'recordCount' in output.shape,
)
const most = 3

/** Reads pages of a list with as few filters as it takes. */
async function readerOf(call: Call) {
  const seeded = await suitedFor(call, school)
  const { client } = await callerOf(call, seeded)
  const { pageIndex: _, pageSize: __, ...known } = workingInput(call, seeded.known)
  const required = Object.entries(known).filter(([key]) => !call.input.shape[key]?.safeParse(undefined).success)
  const { code } = await client.answer(call, Object.fromEntries(required))
  const input = code === 0 ? Object.fromEntries(required) : known
  return async (pageIndex: number, pageSize: number): Promise<unknown[]> => {
    const { message, result } = await client.answer(call, { ...input, pageIndex, pageSize })
    return (result as { datas?: unknown[] } | null)?.datas ?? [message]
  }
}

test('whatever the size of its pages, a list shows the same rows in the same order', async () => {
  const compared: string[] = []
  for (const call of paged) {
    const read = await readerOf(call)
    const rows = await read(1, most)
    const single: unknown[] = []
    // Asks for a second page everywhere, also where there is nothing left to show.
    for (let pageIndex = 1; pageIndex <= Math.max(2, rows.length); pageIndex++) single.push(...(await read(pageIndex, 1)))
    expect([call.path, single]).toEqual([call.path, rows])
    if (rows.length > 1) compared.push(call.path)
  }
  expect(compared.length).toBeGreaterThan(20)
})
