import { sql } from 'kysely'
import { permits } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { partOf } from '#contract/form/catalogue.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { scopeOf, withoutScope, withScope } from '#server/call/scope.ts'
import type { Db } from '#server/database/database.ts'
import { pickRights } from './pickRights.ts'

// Maps what a form may pick to its table, number and name.
const pickable = {
  emp: ['emp', 'emp_no', 'emp_name'],
  stu: ['stu', 'stu_no', 'stu_name'],
  unit: ['edcunit', 'unit_no', 'unit_name'],
  ptr: ['ptr', 'ptr_no', 'ptr_name'],
} as const
type Picked = { no: string; name: string }

type Picking = Pick<Context, 'db' | 'me' | 'services'>

/**
 * Throws invalid for a form that names somebody by another's number, who is gone, or whom the caller could not have looked up; of
 * whom it held `before`, and of themselves, the caller may say so all the same. Reveals only whether number and name belong together.
 */
export async function checkPicked(
  context: Picking,
  entNo: string,
  columns: readonly Column[],
  { values, before = {} }: { values: FormValues; before?: FormValues },
) {
  const errors: { field: string; message: string }[] = []
  for (const column of columns) {
    const part = partOf(column)?.no ?? ''
    const picked = (values[column.clmnNo] as Picked[] | undefined) ?? []
    if (!isPickable(part) || picked.length === 0) continue
    const held = new Set(((before[column.clmnNo] as Picked[] | undefined) ?? []).map(({ no }) => no))
    const isKnown = ({ no }: Picked) => held.has(no) || (part === 'emp' && no === context.me.idntVal)
    const known = picked.filter(isKnown)
    const others = picked.filter((one) => !isKnown(one))
    const found =
      (await withoutScope(context, () => countPicked(context.db, entNo, part, known))) +
      (await countWithinReach(context, entNo, part, others))
    if (found < picked.length)
      errors.push({
        field: column.clmnNo,
        message: `${column.clmnName}里有的已不存在、已改名，或不在你能选择的范围内，请重新选择`,
      })
  }
  if (errors[0]) throw new Fault('invalid', errors.map(({ message }) => message).join('；'), { errors })
}

type Pickable = keyof typeof pickable
const isPickable = (part: string): part is Pickable => part in pickable

async function countWithinReach({ db, me, services }: Picking, entNo: string, part: Pickable, picked: readonly Picked[]) {
  const access = pickRights[part]
  if (picked.length === 0 || !permits(me, access)) return 0
  return withScope(db, await scopeOf({ me, services }, { access }, entNo), () => countPicked(db, entNo, part, picked))
}

async function countPicked(db: Db, entNo: string, part: Pickable, picked: readonly Picked[]): Promise<number> {
  if (picked.length === 0) return 0
  const [table, no, name] = pickable[part]
  const { rows } =
    await sql`select from ${sql.table(table)} t join jsonb_to_recordset(${JSON.stringify(picked)}::jsonb) as p(no text, name text)
    on t.${sql.ref(no)} = p.no and t.${sql.ref(name)} = p.name where t.ent_no = ${entNo} and t.stt <> ${Status.deleted}`.execute(
      db,
    )
  return rows.length
}
