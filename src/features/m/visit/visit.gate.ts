import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Column } from '#contract/form/column.ts'
import { deadKey } from '#contract/visits.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database.ts'
import { Fault } from '#server/fault.ts'
import { readForms } from '#server/forms.ts'
import { enterpriseIn, hostReference } from '#server/visitKeys.ts'

/** Works in the enterprise that a key names; nobody is signed in there. */
export function inEnterpriseOf<T>({ apart }: Context, key: string, work: (db: Db, entNo: string) => Promise<T>): Promise<T> {
  const entNo = enterpriseIn(key)
  if (!entNo) throw isDead()
  return apart((db) => work(db, entNo), { entNo })
}

/** What is told of every key that leads nowhere. */
export const isDead = () => new Fault('notFound', deadKey)

/** The gate whose code was shown, with the form in force; unknown and disabled ones are told alike. */
export async function readGate(db: Db, { services }: Context, entNo: string, code: string) {
  const { rows } = await sql<{ codeName: string; tmplNo: string; entName: string }>`
    select c.code_name, c.tmpl_no, e.ent_name from vstcode c join ent e using (ent_no)
    where c.ent_no = ${entNo} and c.key_hash = ${services.secret.hash(code)} and c.stt = ${Status.enabled}
      and e.stt = ${Status.enabled}`.execute(db)
  const [gate] = rows
  const [form] = gate ? await readForms(db, entNo, { typeNo: '01', tmplNo: gate.tmplNo }) : []
  if (!gate || !form) throw isDead()
  return { ...gate, form, columns: form.billClmns.filter(isForStrangers) }
}

// What would list the people of the enterprise is left out; the person visited is asked by name.
const isForStrangers = ({ kitNo, fldCode }: Column) => fldCode === 'toEmp' || !['emp', 'stu', 'unit', 'ptr'].includes(kitNo ?? '')

/** The enabled employees of exactly this name, in a department or over a class of exactly that one. */
export async function hostsNamed(db: Db, entNo: string, name: string, unit?: string): Promise<string[]> {
  const isThere = unit
    ? sql`(exists (select from orgemp oe join org o using (ent_no, org_no) where oe.ent_no = e.ent_no and oe.emp_no = e.emp_no
        and o.stt = ${Status.enabled} and o.org_name = ${unit})
      or exists (select from empdatapwr d join edcunit u on u.ent_no = d.ent_no and u.unit_no = d.data_val
        where d.ent_no = e.ent_no and d.emp_no = e.emp_no and d.data_type = 'unit' and u.unit_name = ${unit}))`
    : sql`true`
  const { rows } = await sql<{ empNo: string }>`select e.emp_no from emp e where e.ent_no = ${entNo} and e.emp_name = ${name}
    and e.stt = ${Status.enabled} and ${isThere}`.execute(db)
  return rows.map(({ empNo }) => empNo)
}

/** The employee whom the form of a stranger means; it holds what stands for the number. */
export async function hostPicked(db: Db, { services }: Context, entNo: string, picked: unknown) {
  const [{ no, name }] = picked as [{ no: string; name: string }]
  const empNos = await hostsNamed(db, entNo, name)
  const empNo = empNos.find((one) => hostReference(services.secret, entNo, one) === no)
  if (!empNo) throw new Fault('invalid', '没有找到被访人，请重新输入全名')
  return [{ no: empNo, name }]
}
