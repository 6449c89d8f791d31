import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { makePerson, makeSchool, type School, type TestServer } from './harness.ts'

export const group = (grpName: string) => ({ grpName, grpType: '1', des: '通知' })

/** Reads the groups and members of a school, with every column but those that tell of the last change. */
export async function stateOf({ entNo, server }: School) {
  const rows = async (table: string, unlike: string[]) =>
    (await server.owner.query(`select to_jsonb(t) - $2::text[] as row from ${table} t where ent_no = $1`, [entNo, unlike])).rows
      .map(({ row }) => JSON.stringify(row))
      .sort()
  const last = ['ver', 'upd_user', 'upd_tm']
  return { groups: await rows('empgrp', last), members: await rows('empgrpmbr', [...last, 'crt_user', 'crt_tm']) }
}

export const undoLast = ({ admin: { client } }: School, op = client.lastOp) => client.call(history.undo, { op })
export const undoAnswer = ({ admin: { client } }: School, op = client.lastOp) => client.answer(history.undo, { op })

/** Makes a school with two groups and three people in the first one. */
export async function makeGroups(server: TestServer) {
  const school = await makeSchool(server)
  const { client } = school.admin
  const made = [await client.call(empgrp.create, group('甲')), await client.call(empgrp.create, group('乙'))]
  const [grpNo, other] = made.map((one) => one.grpNo) as [string, string]
  const people = [await makePerson(school), await makePerson(school), await makePerson(school)]
  const empNos = people.map(({ empNo }) => empNo)
  await client.call(empgrp.creatembr, { grpNo, empNos })
  return { school, client, grpNo, other, empNos }
}
