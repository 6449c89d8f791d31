import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import { foundRoles } from '#server/access/enterpriseRoles.ts'
import { Fault } from '#server/base/fault.ts'
import { unitTypeOf } from '#domain/units/roleUnits.contract.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import { rightsNotHeld, isScoped } from '#server/access/delegation.ts'
import { scopeOf } from '#server/call/scope.ts'
import type { DataType, DataValue } from './empdatapwr.nodes.ts'
import { empdatapwr } from './empdatapwr.contract.ts'

/** Throws beyondOwn where somebody would reach, through a role, what the giver does not reach with the same rights. */
export async function mayGive(context: Context, entNo: string, roleNo: string, values: readonly DataValue[]) {
  const { me } = context
  if (entNo !== me.entNo) return
  const [role] = await foundRoles(context.db, entNo, [roleNo])
  const rights = role?.rights ?? []
  const of = (dataType: DataType) => values.filter((one) => one.dataType === dataType).map(({ dataVal }) => dataVal)
  if (isScoped(context, rights)) {
    const { orgs: own } = await scopeOf(context, { ...empdatapwr.set, access: rights }, entNo)
    const within = new Set(own?.split(','))
    if (of('unit').length + of('ent').length > 0 || (own !== undefined && of('org').some((orgNo) => !within.has(orgNo))))
      throw beyond()
  }
  // Lets the platform's operators, and those who hold the rights for the whole school, give any unit.
  const { whole, values: units } = me.rights.reachOf(rights)
  if (whole || of('unit').length === 0 || rights.length === 0 || rightsNotHeld(context, ['none:0']).length === 0) return
  const { rows } = await sql<{ n: number }>`with recursive within as (
      select unit_no from edcunit where ent_no = ${entNo} and unit_no = any(${units}) and stt <> ${Status.deleted}
      union select c.unit_no from edcunit c join within w on c.prt_no = w.unit_no where c.ent_no = ${entNo} and c.stt <> ${Status.deleted}
    ) select count(*)::int as n from within where unit_no = any(${of('unit')})`.execute(context.db)
  if ((rows[0]?.n ?? 0) < of('unit').length) throw beyond()
}

/** Refuses to let a role for classes reach other units, which would be all the classes in them. */
export async function refuseOtherUnits({ db }: Context, entNo: string, roleNo: string, values: readonly DataValue[]) {
  const [role] = await foundRoles(db, entNo, [roleNo])
  const units = values.flatMap(({ dataType, dataVal }) => (dataType === 'unit' ? [dataVal] : []))
  if (!role || units.length === 0 || unitTypeOf(role) !== unitTypes.class) return
  const { rows } = await sql<{ unitName: string }>`select unit_name from edcunit
    where ent_no = ${entNo} and unit_no = any(${units}) and unit_type <> ${unitTypes.class} order by unit_no limit 1`.execute(db)
  if (rows[0]) throw new Fault('invalid', `“${role.roleName}”只负责班级，“${rows[0].unitName}”不是班级，请改选班级`)
}

const beyond = () => new Fault('beyondOwn', '只能给出你自己范围之内的')
