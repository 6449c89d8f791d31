import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { emprole } from '#features/ent/emprole/emprole.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import { rolepwr } from '#features/ent/rolepwr/rolepwr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import { startServer, type TestServer } from '../support/harness.ts'
import { makePupilSchool, type PupilSchool } from '../support/pupilSchool.ts'

// Tells whether the whole runs, as by `npm run proof`.
const isWhole = Boolean(process.env.WHOLE)

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const runs = isWhole ? 60 : 4
const longest = isWhole ? 30 : 14

/** Draws tries: what is done (an index), and which of the records at hand and which of the values are taken. */
const tries = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 8, maxLength: longest })

type Rows = Record<string, string[]>
type Doing = (take: Take) => [Call, Record<string, unknown>]
type Take = { one(list: readonly string[] | undefined): string; rows: Rows; word: string; flag: boolean; number: number }

const doings: Doing[] = [
  ({ word, rows, one, flag }) => [org.create, { orgName: `部门${word}`, prtNo: flag ? one(rows.org) : null }],
  ({ word, rows, one }) => [org.update, { orgNo: one(rows.org), orgName: `改名${word}`, rem: word }],
  ({ rows, one, flag }) => [
    org.updateprtorg,
    { orgNos: [one(rows.org)], prtNo: flag ? one([...(rows.org ?? [])].reverse()) : null },
  ],
  ({ rows, one }) => [org.delete, { orgNo: one(rows.org) }],
  ({ word, rows, one, number }) => [
    emp.create,
    {
      empName: `员工${word.slice(0, 1)}`,
      sex: 'M',
      authTel: `139${String(number % 1e8).padStart(8, '0')}`,
      orgNos: [one(rows.org)],
    },
  ],
  ({ word, rows, one, flag }) => [
    emp.update,
    { empNo: one(rows.emp), rem: flag ? word : null, workNo: `W${word.length}${word.charCodeAt(0)}` },
  ],
  ({ rows, one, flag }) => [flag ? emp.disable : emp.enable, { datas: [one(rows.emp)] }],
  ({ rows, one }) => [emp.delete, { empNo: one(rows.emp) }],
  ({ rows, one, flag }) => [org.updateemporg, { orgNo: one(rows.org), empNos: [one(rows.emp)], keepFlag: flag ? '1' : '0' }],
  ({ word }) => [empgrp.create, { grpName: `组${word}`, grpType: '1' }],
  ({ rows, one, flag }) => [flag ? empgrp.creatembr : empgrp.deletembr, { grpNo: one(rows.empgrp), empNos: [one(rows.emp)] }],
  ({ rows, one }) => [empgrp.delete, { grpNo: one(rows.empgrp) }],
  ({ word, rows, one, flag }) => [stu.create, { stuName: '学生', sex: flag ? 'M' : 'N', unitNo: one(rows.class), rem: word }],
  ({ word, rows, one }) => [stu.update, { stuNo: one(rows.stu), stuName: '学生改', rem: word }],
  ({ rows, one }) => [stu.updateunit, { stuNos: [one(rows.stu)], unitNo: one(rows.class), rem: '调班' }],
  ({ rows, one, flag }) => [stu.updatewts, { stuNo: one(rows.stu), wts: flag ? '02,31' : null }],
  ({ rows, one, flag }) => [flag ? stu.disable : stu.enable, { datas: [one(rows.stu)] }],
  ({ rows, one }) => [stu.delete, { stuNo: one(rows.stu) }],
  ({ word, rows, one }) => [stuarch.set, { stuNo: one(rows.stu), adr: `幸福路${word}` }],
  ({ rows, one, number }) => [
    stuptr.createwithptr,
    { stuNo: one(rows.stu), relt: '51', ptrName: '家长', sex: 'M', authTel: `138${String(number % 1e8).padStart(8, '0')}` },
  ],
  ({ rows, one }) => [stuptr.create, { stuNo: one(rows.stu), ptrNo: one(rows.ptr), relt: '52' }],
  ({ rows, one }) => [stuptr.delete, { stuNo: one(rows.stu), ptrNo: one(rows.ptr) }],
  ({ word, rows, one }) => [ptr.update, { ptrNo: one(rows.ptr), workUnit: word }],
  ({ rows, one }) => [ptr.delete, { ptrNo: one(rows.ptr) }],
  ({ word, rows, one }) => [edcunit.update, { unitNo: one(rows.class), rem: word }],
  ({ rows, one, flag }) => [flag ? edcunit.disable : edcunit.enable, { datas: [one(rows.class)] }],
  ({ word }) => [role.createselfrole, { roleName: `角色${word}`, roleItem: '1' }],
  ({ rows, one, flag }) => [
    rolepwr.set,
    { roleNo: one(rows.role), rolePwrMdls: flag ? [{ mdlCode: 'emp', pwrNos: ['000004'] }] : [] },
  ],
  ({ rows, one, flag }) => [
    flag ? emprole.createroleemp : emprole.deleteroleemp,
    { roleNo: one(rows.role), empNos: [one(rows.emp)] },
  ],
  ({ rows, one }) => [role.deleteselfrole, { roleNo: one(rows.role) }],
]

const words = ['甲', '乙', '丙', '丁', '戊', '己', '庚', '辛']

async function numbersOf({ entNo, admin }: PupilSchool): Promise<Rows> {
  const list = async (sql: string) => (await server.owner.query(`${sql} order by 1`, [entNo])).rows.map(({ no }) => no as string)
  const of = (table: string, number: string) => list(`select ${number} as no from ${table} where ent_no = $1 and stt <> '0'`)
  return {
    org: await of('org', 'org_no'),
    // Leaves out the administrator, whom losing a right would sign out.
    emp: (await of('emp', 'emp_no')).filter((empNo) => empNo !== admin.empNo),
    empgrp: await of('empgrp', 'grp_no'),
    stu: await of('stu', 'stu_no'),
    ptr: await of('ptr', 'ptr_no'),
    role: await of('role', 'role_no'),
    class: await list(`select unit_no as no from edcunit where ent_no = $1 and unit_type = '5'`),
  }
}

const recorded = `select c.relname as name from pg_class c join pg_trigger g on g.tgrelid = c.oid and g.tgname = 'history'
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'ent_no' where c.relname not in ('file', 'imp_batch') order by 1`

/** Reads every value of a school that people can change, and what is counted from it; deleted rows are none. */
async function valuesOf({ entNo }: PupilSchool) {
  const tables: string[] = (await server.owner.query(recorded)).rows.map(({ name }) => name)
  const read = async (name: string) => {
    const { rows } = await server.owner.query(
      `select (to_jsonb(t) - array['ver', 'upd_user', 'upd_tm', 'search'])::text as row from ${name} t where ent_no = $1
       and coalesce(to_jsonb(t) ->> 'stt', '') <> '0' order by 1`,
      [entNo],
    )
    return [name, rows.map(({ row }) => row)] as const
  }
  const { rows: counts } = await server.owner.query(
    `select unit_no, stt, sum(cnt)::int as cnt from stu_cnt where ent_no = $1 and stt <> '0' group by 1, 2 having sum(cnt) <> 0 order by 1, 2`,
    [entNo],
  )
  return { ...Object.fromEntries(await Promise.all(tables.map(read))), counts }
}

test(`whatever is done in ${runs} schools, undone step by step it is as it was before each step`, {
  timeout: 1_800_000,
}, async () => {
  let done = 0
  const one = fc.asyncProperty(tries, async (steps) => {
    const school = await makePupilSchool(server)
    const { client } = school.admin
    const states = []
    for (const [i, [which, record, value]] of steps.entries()) {
      const rows = await numbersOf(school)
      const take: Take = {
        rows,
        one: (list = []) => list[(record + i) % list.length] ?? 'none',
        word: `${words[value % words.length]}${value % 97}`,
        flag: value % 2 === 0,
        number: value * 31 + i,
      }
      const [call, input] = (doings[which % doings.length] as Doing)(take)
      const before = await valuesOf(school)
      client.lastOp = ''
      const { code } = await client.answer(call, input)
      if (code !== 0 || client.lastOp === '') continue
      states.push({ op: client.lastOp, before, path: call.path })
    }
    done += states.length
    for (const { op, before, path } of states.reverse()) {
      const { code, message } = await client.answer(history.undo, { op })
      // Checks that nothing can be undone where nothing changed.
      if (code !== 0) expect([path, message]).toEqual([path, '没有可撤销的改动，或它不是你做的'])
      expect([path, await valuesOf(school)]).toEqual([path, before])
    }
  })
  await fc.assert(one, { numRuns: runs, endOnFailure: true })
  // Expects enough that was really done; a few schools may draw little.
  expect(done).toBeGreaterThan(isWhole ? runs * 3 : runs)
})

test('while colleagues go on changing the same people, an undo never takes a newer change away unsaid', async () => {
  const school = await makePupilSchool(server)
  const { admin, head, classNo } = school
  const { stuNo } = await admin.client.call(stu.create, { stuName: '王小明', sex: 'M', unitNo: classNo })
  for (let round = 0; round < (isWhole ? 100 : 12); round++) {
    await admin.client.call(stu.update, { stuNo, rem: `甲${round}` })
    const op = admin.client.lastOp
    const other = round % 2 === 0 ? { rem: `乙${round}` } : { stdyNo: `S${round}` }
    const [undone, changed] = await Promise.all([
      admin.client.answer(history.undo, { op }),
      head.client.answer(stu.update, { stuNo, ...other }),
    ])
    const now = await admin.client.call(stu.getex, { stuNo })
    expect(changed.code).toBe(0)
    // Expects the newer value, whoever was first.
    expect(now).toMatchObject(other)
    if (round % 2 === 0 && undone.code !== 0) expect(undone.message).toContain('之后又有改动')
    if (round % 2 === 1) expect(now.rem).not.toBe(`甲${round}`)
  }
})
