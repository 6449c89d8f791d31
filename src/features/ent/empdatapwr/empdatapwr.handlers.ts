import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { unitTypeOf } from '#domain/units/roleUnits.contract.ts'
import { peopleInScope } from '#domain/messages/places.ts'
import { assignRoles, mayAssign } from '#domain/staff/assign.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { RoleType } from '#server/access/enterpriseRoles.ts'
import { readGrants } from '#server/call/grants.ts'
import { levelOf } from '#server/call/roleLevels.ts'
import { requireRow } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { lockPeople, mainDepartment } from '#domain/staff/staff.ts'
import { empdatapwr } from './empdatapwr.contract.ts'
import { mayGive, refuseOtherUnits } from './empdatapwr.reach.ts'
import { readChildren, coverOf, type DataType, type DataValue, namedValues, requireValues } from './empdatapwr.nodes.ts'
import './empdatapwr.table.ts'

export const empdatapwrHandlers = serve(empdatapwr, {
  async getrolelist({ entNo, empNo }, { db }) {
    const { roles } = await readGrants(db, entNo, empNo)
    const messages = await counted(db, 'empmsgpwr', entNo, empNo)
    return roles.map((role) => ({
      roleNo: role.roleNo,
      roleName: role.roleName,
      level: levelOf(role),
      unitType: unitTypeOf({ ...role, roleType: role.isOwn ? RoleType.own : RoleType.public }) ?? null,
      dataCnt: role.units.length + role.orgs.length + role.ents.length,
      msgCnt: messages.get(role.roleNo) ?? 0,
    }))
  },

  async getchdpwr({ entNo, empNo, roleNo, prtNo, dataType, msgFlag }, context) {
    const held = empNo && roleNo ? await valuesOf(context.db, tableOf(msgFlag === '1'), { entNo, empNo, roleNo }) : []
    const values = held.flatMap((one) => (one.dataType === dataType ? [one.dataVal] : []))
    return readChildren(context, entNo, { dataType, prtNo, held: values })
  },

  async getheld({ entNo, empNo, roleNo, msgFlag }, context) {
    return namedValues(context, entNo, await valuesOf(context.db, tableOf(msgFlag === '1'), { entNo, empNo, roleNo }))
  },

  getcover: ({ entNo, units = [], orgs = [], ents = [] }, context) =>
    coverOf(context, entNo, { unit: units, org: orgs, ent: ents }),

  getholders: ({ entNo, roleNo, dataVal }, { db }) =>
    db
      .selectFrom('empdatapwr as d')
      .innerJoin('emp as e', (on) => on.onRef('e.entNo', '=', 'd.entNo').onRef('e.empNo', '=', 'd.empNo'))
      .where('d.entNo', '=', entNo)
      .where('d.roleNo', '=', roleNo)
      .where('d.dataVal', '=', dataVal)
      .where('e.stt', '<>', Status.deleted)
      .select(['e.empNo', 'e.empName', mainDepartment('orgName')])
      .orderBy('e.empNo')
      .execute(),

  async getmsgpeople({ entNo, dataVal, dataType }, context) {
    await requireValues(context, entNo, [{ dataVal, dataType }])
    const place = { unit: { unitNos: [dataVal] }, org: { orgNos: [dataVal] }, ent: {} }[dataType]
    return peopleInScope(context.db, entNo, place)
  },

  set: (input, context) => replace('empdatapwr', input, context),
  setempmsgpwr: (input, context) => replace('empmsgpwr', input, context),

  async setbydataval({ entNo, dataVal, dataType, roleNo, empNos }, context) {
    const { db } = context
    await requireValues(context, entNo, [{ dataVal, dataType }])
    await mayGive(context, entNo, roleNo, [{ dataVal, dataType }])
    await refuseOtherUnits(context, entNo, roleNo, [{ dataVal, dataType }])
    // Assigns the role too to those who are to hold it.
    await assignRoles(context, entNo, [roleNo], empNos)
    await sql`delete from empdatapwr where ent_no = ${entNo} and role_no = ${roleNo} and data_val = ${dataVal}
      and emp_no <> all(${empNos})`.execute(db)
    await sql`insert into empdatapwr (ent_no, emp_no, role_no, data_val, data_type) select ${entNo}, no, ${roleNo}, ${dataVal}, ${dataType}
      from unnest(${empNos}::text[]) no on conflict do nothing`.execute(db)
    return null
  },
})

type Table = 'empdatapwr' | 'empmsgpwr'
const tableOf = (isMessages: boolean): Table => (isMessages ? 'empmsgpwr' : 'empdatapwr')

async function valuesOf(db: Db, table: Table, { entNo, empNo, roleNo }: { entNo: string; empNo: string; roleNo: string }) {
  const rows = await db
    .selectFrom(table)
    .select(['dataVal', 'dataType'])
    .where('entNo', '=', entNo)
    .where('empNo', '=', empNo)
    .where('roleNo', '=', roleNo)
    .execute()
  // Casts the type to the three that the table's check admits.
  return rows.map(({ dataVal, dataType }) => ({ dataVal, dataType: dataType as DataType }))
}

type Wanted = { entNo: string; empNo: string; roleNo: string; dataPwrs: readonly DataValue[] }

/** Makes these what a person holds through a role; only what differs is written. */
async function replace(table: Table, { entNo, empNo, roleNo, dataPwrs }: Wanted, context: Context) {
  const { db } = context
  await lockPeople(db, entNo, [empNo])
  const { rows } = await sql`select 1 from emprole where ent_no = ${entNo} and emp_no = ${empNo} and role_no = ${roleNo}`.execute(
    db,
  )
  requireRow(rows[0])
  await mayAssign(context, entNo, [roleNo])
  await mayGive(context, entNo, roleNo, dataPwrs)
  await requireValues(context, entNo, dataPwrs)
  await refuseOtherUnits(context, entNo, roleNo, dataPwrs)
  const values = dataPwrs.map(({ dataVal }) => dataVal)
  const types = dataPwrs.map(({ dataType }) => dataType)
  const of = sql`ent_no = ${entNo} and emp_no = ${empNo} and role_no = ${roleNo}`
  await sql`delete from ${sql.table(table)} where ${of} and data_val <> all(${values})`.execute(db)
  await sql`insert into ${sql.table(table)} (ent_no, emp_no, role_no, data_val, data_type)
    select distinct on (w.val) ${entNo}, ${empNo}, ${roleNo}, w.val, w.type
    from unnest(${values}::text[], ${types}::text[]) w (val, type) on conflict do nothing`.execute(db)
  return null
}

async function counted(db: Db, table: Table, entNo: string, empNo: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ roleNo: string; n: number }>`select role_no, count(*)::int as n from ${sql.table(table)}
    where ent_no = ${entNo} and emp_no = ${empNo} group by 1`.execute(db)
  return new Map(rows.map(({ roleNo, n }) => [roleNo, n]))
}
