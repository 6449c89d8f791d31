import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import { deadKey } from '#domain/visits/visits.contract.ts'
import type { Context } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { readFormTemplates } from '#domain/forms/formTemplates.ts'
import { workOn } from '#server/reference/load.ts'
import { hostIn, fixedColumn } from '#domain/visits/visitForm.ts'
import { enterpriseIn, hostReference } from '#domain/visits/visitKeys.ts'

type Work<T> = (db: Db, entNo: string) => Promise<T>

/** Works in the enterprise that a key names, where nobody is signed in. */
export async function inEnterpriseOf<T>({ db }: Context, key: string, work: Work<T>): Promise<T> {
  const entNo = namedBy(key)
  await workOn(db, entNo)
  return work(db, entNo)
}

/** Reads in it, and ends the transaction before anything slow begins. */
export async function lookInto<T>({ services }: Context, key: string, look: Work<T>): Promise<T> {
  const entNo = namedBy(key)
  return transaction(services.database.pool, { entNo }, (db) => look(db, entNo), { readOnly: true })
}

function namedBy(key: string): string {
  const entNo = enterpriseIn(key)
  if (!entNo) throw isDead()
  return entNo
}

/** Returns the fault for every key that leads nowhere. */
export const isDead = () => new Fault('notFound', deadKey)

/** Reads the gate of a code, with the published form. Throws the same fault for unknown and disabled ones. */
export async function readAccess(db: Db, { services }: Context, entNo: string, code: string) {
  const { rows } = await sql<{ codeName: string; tmplNo: string; entName: string }>`
    select c.code_name, c.tmpl_no, e.ent_name from vstcode c join ent e using (ent_no)
    where c.ent_no = ${entNo} and c.key_hash = ${services.secret.hash(code)} and c.stt = ${Status.enabled}
      and e.stt = ${Status.enabled}`.execute(db)
  const [gate] = rows
  const [form] = gate ? await readFormTemplates(db, entNo, { typeNo: '01', tmplNo: gate.tmplNo }) : []
  if (!gate || !form) throw isDead()
  return { ...gate, form, columns: form.billClmns.filter(isForStrangers) }
}

// Leaves out what would list the people of the enterprise; the host is asked for by name.
const isForStrangers = ({ kitNo, fldCode }: Column) => fldCode === 'toEmp' || !['emp', 'stu', 'unit', 'ptr'].includes(kitNo ?? '')

/** Lists the enabled employees of exactly this name, in a department or over a class of exactly that one. */
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

/**
 * Returns the form of a stranger with the number of the host, to whom it only holds a reference. Throws invalid for an unknown
 * host.
 */
export async function withHost(
  db: Db,
  { services }: Context,
  entNo: string,
  { columns, values }: { columns: readonly Column[]; values: FormValues },
) {
  const field = fixedColumn(columns, 'toEmp')?.clmnNo ?? ''
  const { no, name } = hostIn(columns, values)
  const empNos = await hostsNamed(db, entNo, name)
  const empNo = empNos.find((one) => hostReference(services.secret, entNo, one) === no)
  if (!empNo) throw invalidField(field, '没有找到被访人，请重新输入全名')
  return { ...values, [field]: [{ no: empNo, name }] }
}
