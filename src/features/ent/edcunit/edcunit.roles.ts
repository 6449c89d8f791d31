import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { unitTypeOf } from '#domain/units/roleUnits.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { foundRoles } from '#server/access/enterpriseRoles.ts'
import { readGrants } from '#server/call/grants.ts'
import { levelOf } from '#server/call/roleLevels.ts'
import { requireRow } from '#server/database/rows.ts'
import { flagOf, selectUnits, withWays } from './edcunit.list.ts'

const plain = ['unitNo', 'unitName', 'prtNo', 'unitType', 'stdyPrd', 'stt'] as const

// Finds no own roles for a caller from above.
const ownRoles = async ({ db, me }: Context, entNo: string) =>
  entNo === me.entNo ? (await readGrants(db, entNo, me.idntVal)).roles : []

/** Reads the units that the caller holds, each with the roles behind it. */
export async function heldUnits(context: Context, entNo: string) {
  const roles = await ownRoles(context, entNo)
  const rows = await selectUnits(context.db, { entNo })
    .where('u.unitNo', 'in', [...roles.flatMap(({ units }) => units), ''])
    .select(plain)
    .execute()
  return (await withWays(context.db, entNo, rows)).map((row) => ({
    ...row,
    roleNames: roles.filter(({ units }) => units.includes(row.unitNo)).map(({ roleName }) => roleName),
  }))
}

/** Lists the units right below a unit and within the caller's reach through a role; without a unit the topmost ones. */
export async function unitsThrough(context: Context, entNo: string, roleNo: string, unitNo: string | undefined) {
  const role = (await ownRoles(context, entNo)).find((one) => one.roleNo === roleNo)
  if (!role) return []
  const isWhole = levelOf(role) === 'whole'
  const { rows } = await sql<{ unitNo: string }>`
    with recursive within as (
      select unit_no, prt_no from edcunit where ent_no = ${entNo} and stt <> ${Status.deleted}
        and (${isWhole}::boolean or unit_no = any(${role.units}))
      union select c.unit_no, c.prt_no from edcunit c join within w on c.prt_no = w.unit_no
        where c.ent_no = ${entNo} and c.stt <> ${Status.deleted}
    ) select unit_no from within w where ${unitNo ? sql`prt_no = ${unitNo} and prt_no in (select unit_no from within)` : sql`prt_no is null or prt_no not in (select unit_no from within)`}`.execute(
    context.db,
  )
  const list = await selectUnits(context.db, { entNo })
    .where('u.unitNo', 'in', [...rows.map((row) => row.unitNo), ''])
    .select(plain)
    .select(
      sql<boolean>`not exists (select from edcunit c where c.ent_no = u.ent_no and c.prt_no = u.unit_no and c.stt <> '0')`.as(
        'isEnd',
      ),
    )
    .execute()
  return list.map(({ isEnd, ...row }) => ({ ...row, endFlag: flagOf(isEnd) }))
}

/**
 * Reads the units of a role's level, ticked where an employee holds them through it. Throws notFound where the employee does not
 * have the role.
 */
export async function unitsForSet(db: Db, { entNo, empNo, roleNo }: { entNo: string; empNo: string; roleNo: string }) {
  const [role] = await foundRoles(db, entNo, [roleNo])
  const person = db.selectFrom('emp').select('empNo').where('entNo', '=', entNo).where('empNo', '=', empNo)
  requireRow(await person.where('stt', '<>', Status.deleted).executeTakeFirst())
  const unitType = role && unitTypeOf(role)
  const rows = await selectUnits(db, { entNo, unitType: unitType ?? '-', grdtFlag: '0' })
    .where('u.waitFlag', '=', '0')
    .select(plain)
    .select(
      sql<boolean>`exists (select from empdatapwr d where d.ent_no = u.ent_no and d.data_val = u.unit_no and d.data_type = 'unit'
      and d.emp_no = ${empNo} and d.role_no = ${roleNo})`.as('isHeld'),
    )
    .execute()
  return (await withWays(db, entNo, rows)).map(({ isHeld, ...row }) => ({ ...row, chkFlag: flagOf(isHeld) }))
}
