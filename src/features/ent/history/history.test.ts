import { afterAll, beforeAll, expect, test } from 'vitest'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { group, makeGroups, stateOf, undoAnswer, undoLast } from '../../../../test/support/groups.ts'
import { sharedServer, type TestServer } from '../../../../test/support/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('a change, a deletion, an order and what happened to members are each taken back exactly', async () => {
  const { school, client, grpNo, other, empNos } = await makeGroups(server)
  const before = await stateOf(school)
  const orders = [other, grpNo].map((no, i) => ({ grpNo: no, showOrd: (i + 1) * 10 }))
  const writes = [
    () => client.call(empgrp.update, { grpNo, grpName: '甲组', des: null, stt: '2' }),
    () => client.call(empgrp.delete, { grpNo }),
    () => client.call(empgrp.setempgrpord, { empGrpOrds: orders }),
    () => client.call(empgrp.deletembr, { grpNo, empNos: empNos.slice(1) }),
    () => client.call(empgrp.creatembr, { grpNo: other, empNos }),
  ]
  for (const write of writes) {
    const version = async () => (await client.call(empgrp.getlist)).map(({ ver }) => ver).reduce((sum, ver) => sum + ver, 0)
    const was = await version()
    await write()
    expect(await stateOf(school)).not.toEqual(before)
    await undoLast(school)
    expect(await stateOf(school)).toEqual(before)
    expect(await version()).toBeGreaterThan(was)
  }
})

test('a created group goes again and frees its name', async () => {
  const { school, client } = await makeGroups(server)
  await client.call(empgrp.create, group('丙'))
  await undoLast(school)
  expect((await client.call(empgrp.getlist)).map(({ grpName }) => grpName)).toEqual(['甲', '乙'])
  await client.call(empgrp.create, group('丙'))
})

test('an undo is an operation of its own and cannot itself be undone', async () => {
  const { school, client, grpNo } = await makeGroups(server)
  await client.call(empgrp.update, { grpNo, grpName: '甲组' })
  const op = client.lastOp
  await undoLast(school)
  expect(client.lastOp).toBe(op)
  const { rows } = await server.owner.query('select op, call from history where ent_no = $1 order by id desc limit 1', [
    school.entNo,
  ])
  expect(rows).toEqual([{ op: expect.not.stringMatching(op), call: '/ent/history/undo' }])
  expect(await undoAnswer(school, rows[0].op)).toMatchObject({ code: 10014, message: '这项操作不能撤销' })
})
