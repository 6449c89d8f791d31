import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { mostGuardians, onlyOnce } from '#domain/guardians/relations.contract.ts'
import type { Context } from '#server/call/context.ts'
import { errorOf, type ReadRow } from '#server/importing/importTable.ts'
import type { PhoneHolder, Holders, GuardianFacts } from './guardians.ts'
import type { Decision, ExistingStudent } from '../existingStudents.ts'

/** Describes an existing guardian of a student, and the link. */
type LinkedGuardian = {
  stuNo: string
  ptrNo: string
  ptrName: string
  authTel: string
  authFlag: string
  stt: string
  relt: string
  prior: number
}

/** Reads the links of students that rows may mean. */
export async function readLinks(
  students: readonly string[],
  entNo: string,
  { db }: Context,
): Promise<Map<string, LinkedGuardian[]>> {
  const { rows } =
    await sql<LinkedGuardian>`select l.stu_no, l.ptr_no, p.ptr_name, p.auth_tel, p.auth_flag, p.stt, l.relt, l.prior
    from stuptr l join ptr p using (ent_no, ptr_no)
    where l.ent_no = ${entNo} and l.stu_no = any(${students}) and p.stt <> ${Status.deleted}
    order by l.stu_no, l.prior, l.ptr_no for no key update of p`.execute(db)
  return Map.groupBy(rows, ({ stuNo }) => stuNo)
}

/**
 * Describes what a row does: to an existing guardian (`ptrNo`) or a new one; `link`: whether they are linked anew or otherwise.
 */
export type GuardianPhonePlan = GuardianFacts & {
  stuNo: string
  ptrNo: string | undefined
  /** Tells whether the guardian is changed. */
  changes: boolean
  link: 'none' | 'new' | 'relt'
  prior: number
}

/** Decides what rows do to guardians; what rows of one workbook say of one guardian must agree. */
export function guardianDecider(
  holders: Holders,
  links: ReadonlyMap<string, LinkedGuardian[]>,
  relationName: (relt: string) => string,
) {
  const told = new Map<string, { rowNo: number; ptrName: string; authTel: string }>()
  const added = new Map<string, number>()
  const related = new Map<string, number>()

  // oxlint-disable-next-line complexity -- one refusal after the other, in the order in which an office is told of them
  return (row: ReadRow, { stuNo, stuName }: ExistingStudent): Decision<GuardianPhonePlan> => {
    const { ptrName, relt, authTel } = row.values as Partial<GuardianFacts>
    if (!ptrName || !relt || !authTel) return undefined
    const refuse = (fld: string, msg: string, code?: string) => void row.errs.push(errorOf(fld, msg, code ? { code } : {}))
    const own = links.get(stuNo) ?? []
    const holder = holders.byPhone(authTel)
    const kept = meant(own, { ptrName, relt, authTel })
    const other = own.find((one) => one.relt === relt && one !== kept)
    if (!holder && holders.isUnseen(authTel))
      return refuse('authTel', '手机已被本校另一名家长使用，请联系学校管理员', '已被别人使用')
    if (holder && (kept ? holder.ptrNo !== kept.ptrNo : holder.ptrName !== ptrName))
      return refuse('authTel', `手机已被${holder.whose}使用`, '已被别人使用')
    if (other && onlyOnce.includes(relt))
      return refuse('ptrName', `${relationName(relt)}已登记为${other.ptrName}，换人请先解除原来的关系`, '已登记为别人')
    const guardian: LinkedGuardian | PhoneHolder | undefined = kept ?? holder
    if (guardian && guardian.stt !== Status.enabled) return refuse('ptrName', '停用的家长不能认证，请先启用')
    const who = guardian?.ptrNo ?? `new ${authTel}`
    if (disagrees(row, told, who, { ptrName, authTel })) return undefined
    const earlier = related.get(`${stuNo} ${who}`)
    if (earlier) return refuse('relt', `与第 ${earlier} 行是同一位家长，关系只能填一种`, '同一位家长有两种关系')
    related.set(`${stuNo} ${who}`, row.rowNo)
    const fresh = added.get(stuNo) ?? 0
    if (!kept && own.length + fresh >= mostGuardians)
      return refuse('ptrName', `${stuName}已有 ${own.length + fresh} 位家长，最多 ${mostGuardians} 位`, '家长太多')
    if (!kept) added.set(stuNo, fresh + 1)
    remark(row, guardian, authTel)
    const chg = guardian ? changes(guardian, kept, { ptrName, relt, authTel }) : []
    const prior = Math.min(Math.max(0, ...own.map((one) => one.prior)) + fresh + 1, 99)
    const link = !kept ? 'new' : kept.relt === relt ? 'none' : 'relt'
    const facts = { stuNo, ptrName, relt, authTel, prior }
    return { chg, isNew: !kept, plan: { ...facts, ptrNo: guardian?.ptrNo, changes: chg.some((field) => field !== 'relt'), link } }
  }
}

// Finds the guardian of the child whom a row means: by phone (unless that is another person), else by name.
function meant(own: readonly LinkedGuardian[], { ptrName, relt, authTel }: GuardianFacts): LinkedGuardian | undefined {
  const byPhone = own.find((one) => one.authTel === authTel)
  if (byPhone && (byPhone.relt === relt || byPhone.ptrName === ptrName)) return byPhone
  const named = own.filter((one) => one.ptrName === ptrName)
  return named.find((one) => one.relt === relt) ?? (named.length === 1 ? named[0] : undefined)
}

function changes(
  guardian: LinkedGuardian | PhoneHolder,
  kept: LinkedGuardian | undefined,
  { ptrName, relt, authTel }: GuardianFacts,
): string[] {
  return [
    ...(guardian.ptrName === ptrName ? [] : ['ptrName']),
    ...(kept && kept.relt !== relt ? ['relt'] : []),
    ...(guardian.authTel === authTel && guardian.authFlag === '1' ? [] : ['authTel']),
  ]
}

function remark({ wrns, values }: ReadRow, guardian: LinkedGuardian | PhoneHolder | undefined, authTel: string) {
  if (!guardian) return
  if (guardian.authFlag === '1' && guardian.authTel !== authTel)
    wrns.push(errorOf('authTel', '原来的手机已认证，将换成新的', { code: '原来的手机已认证' }))
  if (guardian.ptrName !== values.ptrName)
    wrns.push(errorOf('ptrName', `姓名将由${guardian.ptrName}改为${String(values.ptrName)}`, { code: '姓名将更改' }))
}

type Earlier = Map<string, { rowNo: number; ptrName: string; authTel: string }>

// Tells whether rows disagree: one guardian has one name and one phone, and one phone is one guardian's, in all rows.
function disagrees({ rowNo, errs }: ReadRow, told: Earlier, key: string, said: { ptrName: string; authTel: string }): boolean {
  const [no, phone] = [`no ${key}`, `phone ${said.authTel}`]
  const [before, onPhone] = [told.get(no), told.get(phone)]
  const refuse = (fld: string, msg: string, code: string) => {
    errs.push(errorOf(fld, msg, { code }))
    return true
  }
  if (onPhone && onPhone.ptrName !== said.ptrName)
    return refuse('authTel', `手机与第 ${onPhone.rowNo} 行的家长${onPhone.ptrName}相同，姓名不同`, '同一个手机有两个姓名')
  if (before && before.authTel !== said.authTel)
    return refuse('authTel', `与第 ${before.rowNo} 行对同一名家长填的不同`, '与前面的行不同')
  for (const at of [no, phone]) if (!told.has(at)) told.set(at, { rowNo, ...said })
  return false
}
