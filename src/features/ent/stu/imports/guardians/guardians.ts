import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { mostChildren } from '#domain/guardians/relations.contract.ts'
import type { Context } from '#server/call/context.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { type ChildRow, guardianChildren } from '#domain/guardians/guardians.ts'
import { errorOf, type ReadRow } from '#server/importing/importTable.ts'
import { withoutScope } from '#server/call/scope.ts'

/** Describes a guardian who has a phone already; `whose` names the children. */
export type PhoneHolder = { ptrNo: string; ptrName: string; authTel: string; authFlag: string; stt: string; whose: string }

export type Holders = Awaited<ReturnType<typeof readHolders>>

const live = (entNo: string, phones: readonly string[]) =>
  sql`p.ent_no = ${entNo} and p.auth_tel = any(${phones}) and p.stt <> ${Status.deleted}`

/** Reads the guardians of the school who have these phones: those within reach, locked, and the facts needed of all of them. */
export async function readHolders(phones: readonly string[], entNo: string, context: Context) {
  const { db } = context
  const { rows } = await sql<Omit<PhoneHolder, 'whose'> & { stus: ChildRow[] }>`
    select p.ptr_no, p.ptr_name, p.auth_tel, p.auth_flag, p.stt, ${guardianChildren} as stus from ptr p
    where ${live(entNo, phones)} order by p.ptr_no for no key update of p`.execute(db)
  const { rows: all } = await withoutScope(context, () =>
    sql<{ ptrNo: string; authTel: string; cnt: number }>`select p.ptr_no, p.auth_tel,
        (select count(*)::int from stuptr l join stu s using (ent_no, stu_no)
          where l.ent_no = p.ent_no and l.ptr_no = p.ptr_no and s.stt <> ${Status.deleted}) as cnt
      from ptr p where ${live(entNo, phones)}`.execute(db),
  )
  const relations = await readDictionaryLabels(db, 'RELT')
  const byPhone = new Map(
    rows.map(({ stus, ...one }) => [one.authTel, { ...one, whose: one.ptrName + childOf(stus, relations) }]),
  )
  const children = new Map(all.map(({ ptrNo, cnt }) => [ptrNo, cnt]))
  const phonesOfAll = new Set(all.map(({ authTel }) => authTel))
  return {
    byPhone: (phone: string): PhoneHolder | undefined => byPhone.get(phone),
    /** Tells whether somebody beyond the caller's reach has the phone. */
    isUnseen: (phone: string) => phonesOfAll.has(phone) && !byPhone.has(phone),
    childrenOf: (ptrNo: string) => children.get(ptrNo) ?? 0,
  }
}

const childOf = ([child]: ChildRow[], relations: ReadonlyMap<string, string>) =>
  child ? `（${child.unitName}${child.stuName}的${relations.get(child.relt) ?? '家长'}）` : ''

/** Describes a guardian in a row. */
export type GuardianFacts = { ptrName: string; relt: string; authTel: string }

/** Names the columns of a guardian in a row. */
type GuardianColumnNames = { name: string; tel: string }

/** Collects the guardians in the rows of one workbook, so that brothers and sisters get the same one. */
export function collectFamilies(holders: Holders) {
  const told = new Map<string, { ptrName: string; rowNo: number; children: number }>()
  return {
    /**
     * Returns the guardian at the school who is meant; null for a new one; undefined where the row is refused, with its error.
     */
    resolve(
      { rowNo, errs }: ReadRow,
      { ptrName, authTel }: GuardianFacts,
      { name, tel }: GuardianColumnNames,
    ): PhoneHolder | null | undefined {
      const refuse = (fld: string, msg: string, code: string) => void errs.push(errorOf(fld, msg, { code }))
      const earlier = told.get(authTel)
      if (earlier && earlier.ptrName !== ptrName)
        return refuse(tel, `手机与第 ${earlier.rowNo} 行的家长${earlier.ptrName}相同，姓名不同`, '同一个手机有两个姓名')
      const holder = holders.byPhone(authTel)
      if (holder && holder.ptrName !== ptrName) return refuse(tel, `手机已被${holder.whose}使用`, '已被别人使用')
      if (!holder && holders.isUnseen(authTel)) return refuse(tel, '手机已被本校另一名家长使用，请联系学校管理员', '已被别人使用')
      const before = (earlier?.children ?? 0) + (holder ? holders.childrenOf(holder.ptrNo) : 0)
      if (before >= mostChildren) return refuse(name, `${ptrName}已有 ${before} 个孩子，最多 ${mostChildren} 个`, '孩子太多')
      told.set(authTel, { ptrName, rowNo: earlier?.rowNo ?? rowNo, children: (earlier?.children ?? 0) + 1 })
      return holder ?? null
    },
  }
}
