import { sql, type SqlBool } from 'kysely'
import { Status } from '#contract/fields.ts'
import { toIdNo18 } from '#contract/values/idNumber.ts'
import { hiddenNumber, maskPhone } from '#contract/values/masking.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { StudentState } from '#domain/units/units.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { sightOf } from '#server/database/sight.ts'
import { takenField } from '#server/base/fault.ts'
import { withoutScope } from '#server/call/scope.ts'
import type { Secret } from '#server/database/secret.ts'
import { sexOut } from '#contract/values/sex.ts'

export type ChildRow = { stuNo: string; stuName: string; unitNo: string; unitName: string; relt: string; stuStt: string }

/** Selects the children of the guardian `p`, as far as the caller reaches them, those on the roll first. */
export const guardianChildren = sql<
  ChildRow[]
>`(select coalesce(json_agg(json_build_object('stuNo', s.stu_no, 'stuName', s.stu_name,
    'unitNo', s.unit_no, 'unitName', u.unit_name, 'relt', l.relt, 'stuStt', s.stt) order by ${isOnRoll} desc, s.stu_no), '[]')
  from stuptr l join stu s using (ent_no, stu_no) join edcunit u using (ent_no, unit_no)
  where l.ent_no = p.ent_no and l.ptr_no = p.ptr_no and s.stt <> ${StudentState.deleted})`

/** Names the children of the guardian `p` with their classes, as far as the caller reaches them; null for none. */
export const childrenOfGuardian = sql<string | null>`(select string_agg(u.unit_name || s.stu_name, '、' order by s.stu_no)
  from stuptr l join stu s using (ent_no, stu_no) join edcunit u using (ent_no, unit_no)
  where l.ent_no = p.ent_no and l.ptr_no = p.ptr_no and s.stt <> ${StudentState.deleted})`

type Condition = ReturnType<typeof sql>

/** Selects the numbers of the guardians of those children `s` that meet a condition. */
export const guardiansOfChildren = (entNo: string, condition: Condition) => sql`select l.ptr_no from stu s
  join stuptr l using (ent_no, stu_no) where s.ent_no = ${entNo} and s.stt <> ${StudentState.deleted} and ${condition}`

/** Tests whether the guardian `p` has a child `s` that meets a condition. */
export const ofChildren = (entNo: string, condition: Condition) =>
  sql<SqlBool>`p.ptr_no in (${guardiansOfChildren(entNo, condition)})`

/** Tests whether the guardian `p` has no child on the roll. */
export const isAlone = sql<SqlBool>`exists (select from ptr_alone o where o.ent_no = p.ent_no and o.ptr_no = p.ptr_no)`

/** Counts the guardians of at least one student on the roll; those of a whole school by what is counted ahead. */
export async function countGuardians(db: Db, entNo: string): Promise<number> {
  const there = sql`p.ent_no = ${entNo} and p.stt <> ${Status.deleted}`
  const counted = sightOf(db).units
    ? sql`select count(*)::int as cnt from ptr p where ${there} and not ${isAlone}`
    : sql`select ((select coalesce(sum(p.cnt), 0) from ptr_cnt p where ${there})
        - (select count(*) from ptr_alone p where ${there}))::int as cnt`
  const { rows } = await sql<{ cnt: number }>`${counted}`.execute(db)
  return rows[0]?.cnt ?? 0
}

/** Counts the live guardians of the student `s`. */
export const guardianCount = sql<number>`(select count(*)::int from stuptr o join ptr g using (ent_no, ptr_no)
  where o.ent_no = s.ent_no and o.stu_no = s.stu_no and g.stt <> ${Status.deleted})`

type Kept = { sex: string; authTel: string; authFlag: string }

/** Returns a guardian in a picker as the answer: the phone masked. */
export const guardianChoiceOut = <Row extends Kept>({ sex, authTel, authFlag, ...row }: Row) => ({
  ...row,
  sex: sexOut(sex),
  authTel: maskPhone(authTel),
  authFlag: authFlag === '1' ? ('1' as const) : ('0' as const),
})

/** Returns a guardian as the answer: sensitive values masked. */
export const guardianOut = <Row extends Kept & { idNo: string | null }>({ idNo, ...row }: Row) => ({
  ...guardianChoiceOut(row),
  idNo: idNo && hiddenNumber,
})

/** Describes a phone and an ID number to look for. */
type PersonNumbers = { authTel?: string | undefined; idNo?: string | null | undefined }

type Others = PersonNumbers & { except?: string | undefined }

const holders = (db: Db, secret: Secret, entNo: string, { authTel, idNo, except = '' }: Others) => {
  const hash = idNo ? secret.hash(toIdNo18(idNo)) : null
  return db
    .selectFrom('ptr as p')
    .select(['p.ptrNo', 'p.ptrName', 'p.sex', 'p.authTel', 'p.authFlag', 'p.stt', guardianChildren.as('stus')])
    .select(sql<boolean>`coalesce(p.id_no_hash = ${hash}, false)`.as('byIdNo'))
    .where('p.entNo', '=', entNo)
    .where('p.stt', '<>', Status.deleted)
    .where('p.ptrNo', '<>', except)
    .where(sql<boolean>`(p.auth_tel = ${authTel ?? null} or p.id_no_hash = ${hash})`)
    .orderBy('byIdNo', 'desc')
}

/**
 * Finds the guardian of the school who has an ID number, else the phone, as far as the caller reaches; undefined where nobody
 * has.
 */
export const holderOf = async ({ db, services }: Context, entNo: string, numbers: PersonNumbers, except?: string) =>
  holders(db, services.secret, entNo, { ...numbers, except }).executeTakeFirst()

/** Throws taken for a phone or an ID number that a guardian out of the caller's reach has, revealing no more than that. */
export async function refuseUnseenGuardian(
  context: Context,
  entNo: string,
  { numbers, action, except }: { numbers: PersonNumbers; action: string; except?: string | undefined },
) {
  const other = await withoutScope(context, () => holderOf(context, entNo, numbers, except))
  if (!other) return
  const [field, label] = other.byIdNo ? ['idNo', '身份证号'] : ['authTel', '手机']
  throw takenField(field, `这个${label}已被本校另一名家长使用，请联系学校管理员${action}`)
}

/** Throws taken for a phone or an ID number that another guardian has, naming the guardian and the child. */
export async function refuseTakenGuardian(context: Context, entNo: string, numbers: PersonNumbers, except?: string) {
  if (!numbers.authTel && !numbers.idNo) return
  const holder = await holderOf(context, entNo, numbers, except)
  if (!holder) return refuseUnseenGuardian(context, entNo, { numbers, action: '', except })
  const { byIdNo, ptrName, stus } = holder
  const [child] = stus
  const whose = child && `（${child.unitName}${child.stuName}的${await relationName(context.db, child.relt)}）`
  const [field, label] = byIdNo ? ['idNo', '身份证号'] : ['authTel', '手机']
  throw takenField(field, `${label}已被${ptrName}${whose ?? ''}使用`)
}

/** Returns the name of a relation to a child. */
async function relationName(db: Db, relt: string): Promise<string> {
  const item = await db
    .selectFrom('info')
    .select('chnName')
    .where('typeCode', '=', 'RELT')
    .where('infoNo', '=', relt)
    .executeTakeFirst()
  return item?.chnName ?? '家长'
}
