import { type SqlBool, sql } from 'kysely'
import { seesLabel } from '#domain/students/stu.labels.contract.ts'
import { offeredLabels } from '#server/database/dictionary.ts'
import { mayNameUnit, type Phrase, parsePhrase } from '#domain/search/phrase.ts'
import { isMeant } from '#domain/search/phrasePeople.ts'
import type { SchoolUnits } from '#domain/units/schoolUnits.ts'
import type { At } from '#domain/search/searching.ts'
import { unitTypes } from '#domain/units/units.contract.ts'

const noUnits = { gradeCalled: () => undefined, classCalled: () => undefined, gradeOf: () => undefined }

/**
 * Reads a text as a phrase in the words of the caller's school: the grades and classes, and the labels that the caller sees
 * somewhere. Returns undefined where it is none.
 */
export async function readPhrase(text: string, { context: { db, me }, entNo, units }: At): Promise<Phrase | undefined> {
  // Requires Chinese, in which phrases are written.
  if (!/\p{Script=Han}.*\p{Script=Han}/u.test(text)) return undefined
  const labels = await offeredLabels(db, entNo, 'STU_LBL')
  const seen = new Map([...labels].filter(([code]) => seesLabel(me.rights, code)))
  return parsePhrase(text, { units: (mayNameUnit(text) && units?.words()) || noUnits, labels: seen })
}

/** Explains how a phrase was understood, in the words of the school. */
export async function tellPhrase({ wants, of, name }: Phrase, { context: { db }, entNo, units }: At): Promise<string> {
  const labels = await offeredLabels(db, entNo, 'STU_LBL')
  const { unitNo, wts, sex, stt, rollFlag, noPtr, lack, authFlag } = of
  const parts = [
    unitNo && units?.byNo.get(unitNo)?.unitName,
    name,
    wts && labels.get(wts),
    stt && stateNames[stt],
    rollFlag && '在籍',
    noPtr && '没有家长',
    lack && lackNames[lack],
    authFlag && (authFlag === '1' ? '已认证' : '未认证'),
  ].filter(Boolean)
  const noun = wants === 'students' ? studentNames[sex ?? 'U'] : nouns[wants]
  return parts.length > 0 ? `${parts.join('、')}的${noun}` : noun
}

const stateNames: Record<string, string> = { 1: '在校', 2: '毕业', 3: '转出', 4: '休学' }
const lackNames: Record<string, string> = { authTel: '没有手机', idNo: '没有身份证号', stdyNo: '没有学号', cardPht: '没有证件照' }
const studentNames = { M: '男生', N: '女生', U: '学生' }
const nouns = { guardians: '家长', children: '孩子', heads: '班主任', teachers: '老师', colleague: '同事', anybody: '电话' }

/** Returns the page that shows just what a phrase asks for, with its filters; null where none can. */
export function phrasePath({ wants, of, name }: Phrase): string | null {
  // Keeps a name out of the address.
  if (name) return null
  if (wants === 'students') return `/ent/stu?${new URLSearchParams(of)}`
  if (wants === 'guardians' && of.unitNo && !of.sex) return `/ent/ptr?unitNo=${of.unitNo}`
  if (wants === 'heads' || wants === 'teachers') return `/ent/edcunit?prtNo=${of.unitNo}`
  return null
}

/** Returns the units whose heads, or teachers, are meant: of the phrase itself, or of the classes of the students it names. */
export async function unitsMeant({ wants, of, name }: Phrase, { context: { db }, entNo, units }: At): Promise<string[]> {
  if (!units) return []
  const below = (unitNo: string) => (wants === 'teachers' ? units.below(unitNo) : [unitNo])
  if (!name) return of.unitNo ? below(of.unitNo) : []
  const rows = await db
    .selectFrom('stu as s')
    .select('s.unitNo')
    .distinct()
    .where('s.entNo', '=', entNo)
    .where(sql<SqlBool>`s.stt in ('1', '4')`)
    .where(isMeant(entNo, of, name))
    .limit(mostClasses)
    .execute()
  const gradeOf = (unitNo: string, { byNo }: SchoolUnits) => {
    const { prtNo = null } = byNo.get(unitNo) ?? {}
    return prtNo !== null && byNo.get(prtNo)?.unitType === unitTypes.grade ? [prtNo] : []
  }
  return rows.flatMap(({ unitNo }) => (wants === 'teachers' ? [unitNo, ...gradeOf(unitNo, units)] : [unitNo]))
}

const mostClasses = 6
