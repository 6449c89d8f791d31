import { sql } from 'kysely'
import { partOf } from '#contract/form/catalogue.ts'
import type { Column } from '#contract/form/column.ts'
import { MessageClass, type ScopePart } from '#domain/messages/messages.contract.ts'
import { sendAbout, type Within } from '#domain/messages/messages.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import type { NamedPart } from '#domain/messages/receivers.ts'
import { invalidField } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { onlyGaps } from './archive/knownCounts.ts'
import { askedIn } from './asked.ts'
import { aboutCollection } from './collections.contract.ts'
import { partsOf } from './joiners.ts'

/** Describes a collection that is handed out: its round, of those that repeat, and whom it asks. */
export type HandedOut = {
  entNo: string
  hndNo: string
  empNo: string
  title: string
  des: string | null
  lateFlag: '0' | '1'
  gapFlag: '0' | '1'
  rnd: number
  isRepeated: boolean
  scope: readonly ScopePart[]
}

// Lists whom somebody outside the school may not look up.
const lookedUp = ['emp', 'stu', 'unit', 'ptr']

/** Refuses a form in which people or classes are chosen, for whoever is no member of staff. Throws invalid, naming the field. */
export function refuseLookups(columns: readonly Column[], who: string) {
  const bad = columns.find((column) => lookedUp.includes(partOf(column)?.no ?? ''))
  if (bad) throw invalidField('tmplNo', `${who}填写时不能选择学校的人员和班级，请先改表单里的“${bad.clmnName}”`)
}

/**
 * Asks everybody in the scope, within the reach of the transaction, and tells them of it; answers how many. Throws invalid where
 * there is nobody, or a family would look up others.
 */
export async function askScope(
  within: Within & Pick<Context, 'number'>,
  of: HandedOut,
  { parts, columns }: { parts: readonly NamedPart[]; columns: readonly Column[] },
): Promise<number> {
  const { db } = within
  const { entNo, hndNo, gapFlag } = of
  const people = askedIn(entNo, { parts })
  const asked = gapFlag === '1' ? onlyGaps(entNo, people, columns) : people
  const { rows } = await sql<{ empNo: string | null; stuNo: string | null }>`insert into hndto (ent_no, hnd_no, emp_no, stu_no)
    select ${entNo}, ${hndNo}, a.emp_no, a.stu_no from (${asked}) a returning emp_no, stu_no`.execute(db)
  if (rows.length === 0 && gapFlag === '1') throw invalidField('gapFlag', '没有人要填：所选范围里的人，档案里都不缺')
  if (rows.length === 0) throw invalidField('scope', '没有人要填：所选范围里没有在职员工，也没有在籍学生')
  if (rows.some(({ stuNo }) => stuNo !== null)) refuseLookups(columns, '家长')
  await tellAsked(within, of, gapFlag === '1' ? partsOf(rows, parts) : parts)
  return rows.length
}

/** Sends those who are asked a message that opens the form, which expects an answer of them until it is due. */
async function tellAsked(within: Within & Pick<Context, 'number'>, of: HandedOut, parts: readonly NamedPart[]) {
  const { db } = within
  const { entNo, hndNo, title, des, lateFlag, scope, empNo, rnd, isRepeated } = of
  const isThis = sql`ent_no = ${entNo} and hnd_no = ${hndNo}`
  const dueTm = sql<string>`(select due_tm from hnd where ${isThis})`
  const asked = { msgCls: MessageClass.action, need: MessageNeed.form, dueTm, lateFlag }
  const told = `请填写：${title}${isRepeated ? `（第 ${rnd} 期）` : ''}`
  const notice = { entNo, title: told, body: des ?? '', about: { type: aboutCollection, no: hndNo }, scope }
  const msgNo = await sendAbout(within, { ...asked, ...notice, empNo }, { parts })
  await sql`update hnd set msg_no = ${msgNo} where ${isThis}`.execute(db)
}
