import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { group, makeGroups, stateOf, undoAnswer, undoLast } from '../../../../test/support/groups.ts'
import { asOwner, sharedServer, type TestServer } from '../../../../test/support/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('five thousand members that were removed at once come back together', async () => {
  const { school, client, other } = await makeGroups(server)
  const { entNo } = school
  const empNos = Array.from({ length: 5000 }, (_, i) => `E-${entNo}-${i}`.slice(-20))
  await asOwner(server, entNo, (db) =>
    sql`insert into emp (ent_no, emp_no, idnt_no, emp_name, sex, auth_tel)
      select ${entNo}, no, '030', '员工', 'U', '199' || lpad(place::text, 8, '0') from unnest(${empNos}::text[]) with ordinality w (no, place)`.execute(
      db,
    ),
  )
  await client.call(empgrp.creatembr, { grpNo: other, empNos })
  const addition = client.lastOp
  const before = await stateOf(school)
  await client.call(empgrp.deletembr, { grpNo: other, empNos })
  await undoLast(school)
  expect(await stateOf(school)).toEqual(before)
  expect(await undoAnswer(school, addition)).toMatchObject({ code: 0 })
  expect((await stateOf(school)).members.length).toBe(3)
})

// Draws always the same sequence, so that a failure can be reproduced.
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * sides)
  }
}

test.each([1, 2, 3])('forty operations taken back in reverse leave what was before each of them, seed %i', async (seed) => {
  const { school, client, empNos } = await makeGroups(server)
  const roll = dice(seed)
  const pick = <T>(list: readonly T[]) => list[roll(list.length)] as T
  // Reads live groups: one that was created and undone stays as a deleted one.
  const live = async () => {
    const { groups, members } = await stateOf(school)
    return { groups: groups.filter((row) => !row.includes('"stt":"0"')), members }
  }
  const done: { op: string; before: Awaited<ReturnType<typeof live>> }[] = []
  for (let step = 0; done.length < 40; step++) {
    const before = await live()
    const groups = await client.call(empgrp.getexlist)
    const { grpNo } = pick(groups)
    const some = empNos.filter(() => roll(2) === 0)
    const inside = (await client.call(empgrp.getmbrlist, { grpNo })).map(({ empNo }) => empNo).filter((no) => some.includes(no))
    const shuffled = groups.map((one) => ({ grpNo: one.grpNo, showOrd: 1 + roll(900) }))
    const kinds = [
      () => client.call(empgrp.create, group(`组${step}`)),
      () => client.call(empgrp.update, { grpNo, grpName: `名${step}`, stt: pick(['1', '2'] as const) }),
      () => client.call(empgrp.update, { grpNo, des: `记${step}`, grpType: pick(['1', '2']) }),
      () => client.call(empgrp.setempgrpord, { empGrpOrds: shuffled }),
      () => (groups.length > 2 ? client.call(empgrp.delete, { grpNo }) : undefined),
      () => (some.length > 0 ? client.call(empgrp.creatembr, { grpNo, empNos: some }) : undefined),
      () => (inside.length > 0 ? client.call(empgrp.deletembr, { grpNo, empNos: inside }) : undefined),
    ]
    await pick(kinds)()
    if (client.lastOp !== done.at(-1)?.op && JSON.stringify(before) !== JSON.stringify(await live()))
      done.push({ op: client.lastOp, before })
  }
  for (const { op, before } of done.reverse()) {
    await undoLast(school, op)
    expect(await live()).toEqual(before)
  }
})
