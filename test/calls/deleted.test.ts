import { afterAll, beforeAll, expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { callerOf, entNoFor, suitedFor, writes } from '../support/seedSchool.ts'
import type { TestServer } from '../support/harness.ts'
import { workingInput } from '../support/samples.ts'
import { seedCopies } from '../support/seedCopies.ts'

let copies: Awaited<ReturnType<typeof seedCopies>>
beforeAll(async () => {
  copies = await seedCopies(20, async () => {})
})
afterAll(() => copies.close())

/** Maps what is deleted and does not come back to the reason. */
const staysGone: Record<string, string> = {
  '/user/draft/delete': 'what somebody typed and never saved; only they see it, and saving ends it too',
}

const deletions = writes.filter(({ path }) => /\/delete[a-z]*$/.test(path))

const recorded = `select c.relname as name from pg_class c join pg_trigger g on g.tgrelid = c.oid and g.tgname = 'history'
  where c.relkind = 'r' order by 1`

/** Reads every row of which changes are kept, but for the stamps of a change. */
async function stateOf({ owner }: TestServer) {
  const { rows: tables } = await owner.query(recorded)
  const read = async ({ name }: { name: string }) => {
    const { rows } = await owner.query(
      `select (to_jsonb(t) - array['ver', 'upd_user', 'upd_tm'])::text as row from ${name} t order by 1`,
    )
    return [name, rows.map(({ row }) => row)] as const
  }
  return Object.fromEntries(await Promise.all(tables.map(read)))
}

test.each(deletions.filter(({ path }) => !staysGone[path]).map((call) => [call.path, call] as const))(
  'what %s takes away comes back whole from the operations',
  async (_, call) => {
    const seeded = await suitedFor(call, await copies.next())
    const { client, entNo } = await callerOf(call, seeded)
    const before = await stateOf(seeded.server)
    const input = { ...workingInput(call, seeded.known), ...entNoFor(call, seeded) }
    expect((await client.answer(call, input)).message).toBe(call.message)
    const op = client.lastOp
    const after = await stateOf(seeded.server)
    expect(after).not.toEqual(before)
    const place = entNoFor(call, seeded)
    const { datas } = await client.call(history.getpage, call.path === '/ecb/ent/delete' ? { entNo } : place)
    expect(datas.find((one) => one.op === op)).toMatchObject({ backStt: '1' })
    expect((await client.answer(history.undo, { op, ...place })).message).toBe('撤销成功')
    expect(await stateOf(seeded.server)).toEqual(before)
  },
)

test('whatever is deleted comes back but for what is named here, with the reason', () => {
  expect(deletions.length).toBeGreaterThan(35)
  expect(deletions.filter(({ undo }) => !undo).map(({ path }) => path)).toEqual(Object.keys(staysGone))
})
