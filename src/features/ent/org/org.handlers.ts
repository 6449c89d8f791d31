import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { maskPhone } from '#contract/values/masking.ts'
import { Fault } from '#server/base/fault.ts'
import { updateRow, contractColumns, requireRow, pageOf, softDelete, setOrder } from '#server/database/rows.ts'
import { initials, withKeyword } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { sexOut } from '#contract/values/sex.ts'
import { checkPlace, lockTree, treeOf } from '#server/database/tree.ts'
import { Department, org } from './org.contract.ts'
import { addMembers, leaveDepartment, memberOrder, members, moveMembers, setLeaders, setMember } from './org.members.ts'
import { departments, departmentTree, headCounts, leadersOf, levelsOf, placeBefore } from './org.tree.ts'
import { registerSearch } from '#domain/search/searchKinds.ts'
import { departmentSearch } from './org.search.ts'
import './org.table.ts'

const wanted = contractColumns(Department)

registerSearch(departmentSearch)

export const orgHandlers = serve(org, {
  async gettree({ entNo }, { db }) {
    const rows = await departments(db, entNo).execute()
    return treeOf(rows, 'orgNo', 'prtNo', (row, lvl) => ({ ...row, lvl }))
  },

  async gettreewithstatis({ entNo }, { db }) {
    const [rows, counts] = await Promise.all([departments(db, entNo).execute(), headCounts(db, entNo)])
    return treeOf(rows, 'orgNo', 'prtNo', (row, lvl) => ({
      ...row,
      lvl,
      ...(counts.get(row.orgNo) ?? { drctCnt: 0, ttlCnt: 0 }),
    }))
  },

  async getwithleademp({ entNo }, { db }) {
    const [rows, leaders] = await Promise.all([
      departments(db, entNo).select(['tel', 'rem', 'org.showOrd']).execute(),
      leadersOf(db, entNo),
    ])
    return treeOf(rows, 'orgNo', 'prtNo', (row, lvl) => ({ ...row, lvl, leadEmps: leaders.get(row.orgNo) ?? [] }))
  },

  async getlist({ entNo, prtNo, stt, keyWord }, { db }) {
    const list = db
      .selectFrom('org')
      .select(wanted)
      .where('entNo', '=', entNo)
      .where('stt', stt ? '=' : '<>', stt ?? Status.deleted)
      .$if(!!prtNo, (list) => list.where('prtNo', '=', prtNo as string))
      .orderBy('showOrd')
      .orderBy('orgNo')
    const [rows, all, leaders] = await Promise.all([list.execute(), departments(db, entNo).execute(), leadersOf(db, entNo)])
    const levels = levelsOf(all)
    return withKeyword(rows, keyWord, ({ orgName, orgNo, helpCode }) => [orgName, orgNo, helpCode]).map((row) => ({
      ...row,
      lvl: levels.get(row.orgNo) ?? 1,
      leadEmpNos: (leaders.get(row.orgNo) ?? []).map(({ empNo }) => empNo),
    }))
  },

  async create({ leadEmpNos, ...department }, { db, number }) {
    const { entNo, prtNo = null, orgName } = department
    await checkPlace(db, departmentTree, entNo, { nodes: [], to: prtNo })
    const orgNo = await number('ORG_NO')
    const showOrd = sql<number>`(select coalesce(max(show_ord), 0) + 10 from org
      where ent_no = ${entNo} and prt_no is not distinct from ${prtNo} and stt <> ${Status.deleted})`
    const row = { ...department, orgNo, showOrd, helpCode: initials(orgName) }
    const made = await db.insertInto('org').values(row).returning(wanted).executeTakeFirstOrThrow()
    if (leadEmpNos) await setLeaders(db, entNo, orgNo, leadEmpNos)
    return made
  },

  update: ({ entNo, orgNo, ...changes }, { db }) =>
    updateRow(db, 'org', { entNo, orgNo }, { ...changes, ...named(changes) }, wanted),

  async updateandleademp({ entNo, orgNo, leadEmpNos, ...changes }, { db }) {
    const changed = await updateRow(db, 'org', { entNo, orgNo }, { ...changes, ...named(changes) }, wanted)
    await setLeaders(db, entNo, orgNo, leadEmpNos)
    return changed
  },

  async delete({ entNo, orgNo, ver }, { db }) {
    await lockTree(db, departmentTree, entNo)
    const { rows } = await sql<{ children: number; people: number }>`select
      (select count(*)::int from org where ent_no = ${entNo} and prt_no = ${orgNo} and stt <> ${Status.deleted}) as children,
      (select count(*)::int from orgemp o join emp e using (ent_no, emp_no)
        where o.ent_no = ${entNo} and o.org_no = ${orgNo} and e.stt <> ${Status.deleted}) as people`.execute(db)
    const { children = 0, people = 0 } = rows[0] ?? {}
    const left = [children && `${children} 个下级部门`, people && `${people} 名员工`].filter(Boolean).join('和')
    if (left) throw new Fault('inUse', `部门里还有 ${left}，请先移走再删除`)
    return softDelete(db, 'org', { entNo, orgNo }, ver)
  },

  async setorgord({ entNo, orgOrds }, { db }) {
    await lockTree(db, departmentTree, entNo)
    const [first] = orgOrds
    const { prtNo } = requireRow(
      await db
        .selectFrom('org')
        .select('prtNo')
        .where('entNo', '=', entNo)
        .where('orgNo', '=', first?.orgNo as string)
        .executeTakeFirst(),
    )
    return setOrder(db, 'org', {
      keyName: 'orgNo',
      siblings: sql<boolean>`ent_no = ${entNo} and prt_no is not distinct from ${prtNo} and stt <> ${Status.deleted}`,
      orders: orgOrds,
    })
  },

  async updateprtorg({ entNo, prtNo = null, orgNos, befNo }, { db }) {
    await checkPlace(db, departmentTree, entNo, { nodes: orgNos, to: prtNo })
    await db.updateTable('org').set({ prtNo }).where('entNo', '=', entNo).where('orgNo', 'in', orgNos).execute()
    await placeBefore(db, entNo, { prtNo, orgNos, befNo })
    return null
  },

  updateemporg: ({ entNo, orgNo, empNos, keepFlag }, { db }) =>
    moveMembers(db, entNo, { orgNo, empNos, keeps: keepFlag === '1' }),

  async getorgemppage({ pageIndex, pageSize, ...filter }, { db }) {
    const shown = await pageOf(await members(db, filter), memberOrder, { pageIndex, pageSize })
    return { ...shown, datas: shown.datas.map(memberOut) }
  },

  async getorgemplist(filter, { db }) {
    const list = await members(db, filter)
    return (await list.orderBy('o.showOrd').orderBy('o.empNo').execute()).map(memberOut)
  },

  createorgemp: ({ entNo, orgNo, orgEmps }, { db }) => addMembers(db, entNo, orgNo, orgEmps),

  updateorgemp: ({ entNo, orgNo, empNo, ...flags }, { db }) => setMember(db, entNo, { orgNo, empNo, flags }),

  deleteorgemp: ({ entNo, orgNo, empNos }, { db }) => leaveDepartment(db, entNo, orgNo, empNos),

  setorgempord: ({ entNo, orgNo, empOrds }, { db }) =>
    setOrder(db, 'orgemp', {
      keyName: 'empNo',
      siblings: sql<boolean>`ent_no = ${entNo} and org_no = ${orgNo}
        and emp_no in (select e.emp_no from emp e where e.ent_no = ${entNo} and e.stt <> ${Status.deleted})`,
      orders: empOrds,
    }),
})

const named = ({ orgName }: { orgName?: string | undefined }) => (orgName ? { helpCode: initials(orgName) } : {})

type MemberRow = {
  orgNo: string
  empNo: string
  empName: string
  sex: string
  workNo: string | null
  mstFlag: string
  leadFlag: string
  authTel: string
  stt: string
}

// Casts the flag to the 0 and 1 that the table's checks admit.
const flagOut = (kept: string) => kept as '0' | '1'

const memberOut = ({ sex, authTel, mstFlag, leadFlag, ...row }: MemberRow) => ({
  ...row,
  sex: sexOut(sex),
  authTel: maskPhone(authTel),
  mstFlag: flagOut(mstFlag),
  leadFlag: flagOut(leadFlag),
})
