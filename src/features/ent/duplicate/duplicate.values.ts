import { hiddenNumber, maskPhone, maskText } from '#contract/values/masking.ts'
import { seenLabels } from '#domain/students/stu.labels.contract.ts'
import type { Db } from '#server/database/database.ts'
import { dictionaryLabel } from '#server/database/dictionary.ts'
import { rightsIn, type LabelVisibility } from '#domain/students/labelVisibility.ts'
import { fileLink } from '#server/files/links.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'
import { sexOut } from '#contract/values/sex.ts'
import { unitNameOf } from '#domain/students/students.ts'
import { sql } from 'kysely'
import { type MergeField, mergeFields, mergeParts } from './duplicate.parts.contract.ts'

const columns = [
  ...(['s.entNo', 's.stuName', 's.unitNo', 's.stt', 's.lvDt', 's.lvRsn', 's.stdyNo', 's.idNo', 's.idNoHash', 's.sex'] as const),
  ...(['s.brth', 's.authTel', 's.authFlag', 's.wts', 's.cardPht', 's.facePht', 's.rem'] as const),
  ...([
    'a.unfStuNo',
    'a.unfStuNoHash',
    'a.ntnl',
    'a.nation',
    'a.pltc',
    'a.npPrvn',
    'a.npCity',
    'a.prvn',
    'a.city',
    'a.dstr',
  ] as const),
  ...(['a.chdDstr', 'a.adr', 'a.areaCode', 'a.manChr', 'a.hobby', 'a.email', 'a.qq', 'a.vx'] as const),
  unitNameOf.as('unitName'),
  dictionaryLabel('STU_STT', sql`s.stt`).as('sttName'),
] as const

/** Reads the facts of a student and of the archive. Throws notFound where there is none. */
export async function readStudentFacts(db: Db, { entNo, stuNo }: { entNo: string; stuNo: string }) {
  const row = await db
    .selectFrom('stu as s')
    .leftJoin('stuarch as a', (on) => on.onRef('a.entNo', '=', 's.entNo').onRef('a.stuNo', '=', 's.stuNo'))
    .where('s.entNo', '=', entNo)
    .where('s.stuNo', '=', stuNo)
    .select(columns)
    .executeTakeFirst()
  return requireRow(row)
}

export type DuplicateValues = Awaited<ReturnType<typeof readStudentFacts>>

/**
 * Returns what of a line is compared: the hash of a number, which looks different each time it is encrypted; of labels the
 * visible ones.
 */
export const comparableValue = ({ wts, ...values }: DuplicateValues, field: MergeField, { sight }: FactVisibility): string => {
  const compared: Record<string, unknown> = { ...values, wts: seenLabels(rightsIn(sight, values.unitNo), wts) }
  return JSON.stringify(
    mergeParts[field].columns.filter((name) => name !== 'idNo' && name !== 'unfStuNo').map((name) => compared[name] ?? null),
  )
}

/** Describes what a reader needs: the key to ID numbers, where they see which labels, and the names of labels. */
type FactVisibility = { secret: Secret; sight: LabelVisibility; words: ReadonlyMap<string, string> }

/** Returns the lines as they are shown: sensitive values masked, photos as links, an address in one. */
export function factTexts(values: DuplicateValues, { secret, sight, words }: FactVisibility): Record<MergeField, string | null> {
  const { entNo, idNo, authTel, unfStuNo, adr, email, qq, vx } = values
  const plain = Object.fromEntries(mergeFields.map((field) => [field, (values as Record<string, unknown>)[field] ?? null]))
  const link = (fileNo: string | null) => fileNo && fileLink(secret, entNo, fileNo)
  const labels = seenLabels(rightsIn(sight, values.unitNo), values.wts)
  const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join('') || null
  return {
    ...(plain as Record<MergeField, string | null>),
    unitNo: `${values.unitName} · ${values.sttName}`,
    idNo: idNo && hiddenNumber,
    sex: sexOut(values.sex),
    authTel: authTel && `${maskPhone(authTel)}${values.authFlag === '1' ? '（已认证）' : ''}`,
    wts: labels.map((label) => words.get(label) ?? label).join('、') || null,
    cardPht: link(values.cardPht),
    facePht: link(values.facePht),
    unfStuNo: unfStuNo && hiddenNumber,
    np: joined(values.npPrvn, values.npCity),
    adr: joined(values.prvn, values.city, values.dstr, values.chdDstr, adr && maskText(adr)),
    email: email && maskText(email),
    qq: qq && maskText(qq),
    vx: vx && maskText(vx),
  }
}
