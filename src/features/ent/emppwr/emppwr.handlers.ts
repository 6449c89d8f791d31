import { sql } from 'kysely'
import type { Right } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { givenTo } from '#server/call/grants.ts'
import { isScoped, requireDelegable } from '#server/access/delegation.ts'
import { serve } from '#server/call/serve.ts'
import { lockPeople, mainDepartment } from '#domain/staff/staff.ts'
import { emppwr } from './emppwr.contract.ts'
import { sourceTree } from './emppwr.tree.ts'
import './emppwr.table.ts'

type Flag = '1' | '2'
type Exception = { mdlCode: string; pwrNo: string; addDelFlag: Flag }

export const emppwrHandlers = serve(emppwr, {
  async getlist({ entNo, empNo }, { db }) {
    const rows = await db
      .selectFrom('emppwr as x')
      .innerJoin('emp as e', (on) => on.onRef('e.entNo', '=', 'x.entNo').onRef('e.empNo', '=', 'x.empNo'))
      .innerJoin('mdl as m', 'm.mdlCode', 'x.mdlCode')
      .where('x.entNo', '=', entNo)
      .where('e.stt', '<>', Status.deleted)
      .$if(!!empNo, (list) => list.where('x.empNo', '=', empNo as string))
      .select(['x.entNo', 'x.empNo', 'e.empName', mainDepartment('orgName'), 'x.mdlCode', 'm.mdlName', 'x.pwrNo', 'x.addDelFlag'])
      .orderBy('x.empNo')
      .orderBy('m.showOrd')
      .orderBy('x.pwrNo')
      .execute()
    // Casts the flag to the 1 and 2 that the table's check admits.
    return rows.map((row) => ({ ...row, addDelFlag: row.addDelFlag as Flag }))
  },

  getmdltree: ({ entNo, empNo }, { db }) => sourceTree(db, entNo, empNo),

  async createmdlemppwr({ entNo, empNos, mdlCode, pwrNos, addDelFlag }, context) {
    await allowed(context, entNo, empNos, exceptionsOf(mdlCode, pwrNos, addDelFlag))
    await put(context.db, entNo, empNos, exceptionsOf(mdlCode, pwrNos, addDelFlag))
    return null
  },

  async updatemdlemppwr({ entNo, empNos, mdlCode, pwrNos, addDelFlag }, context) {
    const { db } = context
    await allowed(context, entNo, empNos, exceptionsOf(mdlCode, pwrNos, addDelFlag))
    await mayLift(context, entNo, { empNos, mdlCode, kept: exceptionsOf(mdlCode, pwrNos, addDelFlag) })
    await sql`delete from emppwr where ent_no = ${entNo} and emp_no = any(${empNos}) and mdl_code = ${mdlCode}
      and pwr_no <> all(${pwrNos})`.execute(db)
    await put(db, entNo, empNos, exceptionsOf(mdlCode, pwrNos, addDelFlag))
    return null
  },

  async deletemdlemppwr({ entNo, empNos, mdlCode }, context) {
    const { db } = context
    await lockPeople(db, entNo, empNos)
    await mayLift(context, entNo, { empNos, mdlCode })
    await gone(
      sql`delete from emppwr where ent_no = ${entNo} and emp_no = any(${empNos}) and mdl_code = ${mdlCode} returning 1`.execute(
        db,
      ),
    )
    return null
  },

  async deleteemppwr({ entNo, empNo }, context) {
    const { db } = context
    await lockPeople(db, entNo, [empNo])
    await mayLift(context, entNo, { empNos: [empNo] })
    await gone(sql`delete from emppwr where ent_no = ${entNo} and emp_no = ${empNo} returning 1`.execute(db))
    return null
  },

  async set({ entNo, empNo, mdls }, context) {
    const { db } = context
    await allowed(context, entNo, [empNo], mdls)
    await mayLift(context, entNo, { empNos: [empNo], mdlCode: undefined, kept: mdls })
    const kept = mdls.map(({ mdlCode, pwrNo }) => `${mdlCode}:${pwrNo}`)
    await sql`delete from emppwr where ent_no = ${entNo} and emp_no = ${empNo} and mdl_code || ':' || pwr_no <> all(${kept})`.execute(
      db,
    )
    await put(db, entNo, [empNo], mdls)
    return null
  },
})

const exceptionsOf = (mdlCode: string, pwrNos: readonly string[], addDelFlag: Flag): Exception[] =>
  pwrNos.map((pwrNo) => ({ mdlCode, pwrNo, addDelFlag }))

/** Refuses people who are not there, actions that the enterprise does not have, and giving what the caller lacks. */
async function allowed(context: Context, entNo: string, empNos: readonly string[], exceptions: readonly Exception[]) {
  const { db } = context
  await lockPeople(db, entNo, empNos)
  const known = new Map((await givenTo(db, entNo)).map(({ mdlCode, func }) => [mdlCode, func.split(',')]))
  const unknown = exceptions.find(({ mdlCode, pwrNo }) => !known.get(mdlCode)?.includes(pwrNo))
  if (unknown) throw new Fault('missingReference', '所选模块或操作权限本单位没有，请刷新后再选')
  const added = exceptions
    .filter(({ addDelFlag }) => addDelFlag === '1')
    .map(({ mdlCode, pwrNo }): Right => `${mdlCode}:${pwrNo}`)
  await requireDelegable(context, added)
  // Refuses an exception by a caller limited to some departments: it has none of its own, and reaches as far as the person's
  // roles do.
  if (isScoped(context, added)) throw new Fault('beyondOwn', '你只管部分部门，不能给个人增加权限')
}

type MayLiftInput = { empNos: readonly string[]; mdlCode?: string | undefined; kept?: readonly Exception[] | undefined }

/** Checks that the caller holds what lifting a denial would return. */
async function mayLift(context: Context, entNo: string, { empNos, mdlCode, kept = [] }: MayLiftInput) {
  const denied = kept.filter(({ addDelFlag }) => addDelFlag === '2').map((one) => `${one.mdlCode}:${one.pwrNo}`)
  const { rows } = await sql<{ right: Right }>`select distinct mdl_code || ':' || pwr_no as right from emppwr
    where ent_no = ${entNo} and emp_no = any(${empNos}) and add_del_flag = '2' and mdl_code || ':' || pwr_no <> all(${denied})
      and ${mdlCode ? sql`mdl_code = ${mdlCode}` : sql`true`}`.execute(context.db)
  await requireDelegable(
    context,
    rows.map(({ right }) => right),
  )
}

const put = (db: Db, entNo: string, empNos: readonly string[], exceptions: readonly Exception[]) =>
  sql`insert into emppwr (ent_no, emp_no, mdl_code, pwr_no, add_del_flag)
    select ${entNo}, p.no, w.mdl_code, w.pwr_no, w.flag from unnest(${empNos}::text[]) p (no)
    cross join unnest(${exceptions.map(({ mdlCode }) => mdlCode)}::text[], ${exceptions.map(({ pwrNo }) => pwrNo)}::text[],
      ${exceptions.map(({ addDelFlag }) => addDelFlag)}::text[]) w (mdl_code, pwr_no, flag)
    on conflict (ent_no, emp_no, mdl_code, pwr_no) do update set add_del_flag = excluded.add_del_flag
    where emppwr.add_del_flag <> excluded.add_del_flag`.execute(db)

async function gone(deleting: Promise<{ rows: unknown[] }>) {
  if ((await deleting).rows.length === 0) throw new Fault('notFound', '没有可移除的例外，请刷新后再试')
}
