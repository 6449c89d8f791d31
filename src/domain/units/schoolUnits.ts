import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { unitTypes } from './units.contract.ts'
import type { Db } from '#server/database/database.ts'
import { type GradeWords, gradeWords, type NamedUnit } from './gradeWords.ts'
import { searchText } from '#server/base/search.ts'
import { namingOf } from './units.ts'

type Unit = NamedUnit & { selfNo: string | null; stt: string; grdtFlag: string; waitFlag: string }

/** Describes the units of a school for searches. */
export type SchoolUnits = {
  all: readonly Unit[]
  byNo: ReadonlyMap<string, Unit>
  /** Names the grades and classes: those at school first, then those that have left. */
  words(): Pick<GradeWords, 'gradeCalled' | 'classCalled' | 'gradeOf'>
  /** Lists a unit with all that lies below it. */
  below(unitNo: string): string[]
}

/** Reads the units that this transaction sees, in the order of the school. */
export async function readSchoolUnits(db: Db, entNo: string): Promise<SchoolUnits> {
  const { rows: all } = await sql<Unit>`select unit_no, unit_name, unit_type, prt_no, stdy_prd, entr_year, grdt_year, cur_grade,
      cls_no, self_no, stt, grdt_flag, wait_flag from edcunit
    where ent_no = ${entNo} and stt <> ${Status.deleted} order by unit_type, grdt_flag, show_ord, unit_no`.execute(db)
  const naming = await namingOf(db, entNo)
  const children = Map.groupBy(all, ({ prtNo }) => prtNo ?? '')
  const below = (unitNo: string): string[] => [unitNo, ...(children.get(unitNo) ?? []).flatMap((child) => below(child.unitNo))]
  const make = () => {
    const isLeft = ({ grdtFlag, unitType }: Unit) => grdtFlag === '1' && isOfYear(unitType)
    const [now, left] = [
      gradeWords(
        all.filter((unit) => !isLeft(unit)),
        naming,
      ),
      gradeWords(
        all.filter((unit) => isLeft(unit) || !isOfYear(unit.unitType)),
        naming,
      ),
    ]
    return {
      gradeCalled: (text: string) => now.gradeCalled(text) ?? left.gradeCalled(text),
      classCalled: (text: string, gradeNo?: string) => now.classCalled(text, gradeNo) ?? left.classCalled(text, gradeNo),
      gradeOf: (classNo: string) => now.gradeOf(classNo) ?? left.gradeOf(classNo),
    }
  }
  return {
    all,
    byNo: new Map(all.map((unit) => [unit.unitNo, unit])),
    words: () => kept(JSON.stringify([naming, all]), make),
    below,
  }
}

// Caches the words: schools change their units seldom, and are searched with every key; callers who see other units have other
// words.
const made = new Map<string, ReturnType<SchoolUnits['words']>>()
const mostKept = 20

function kept(key: string, make: SchoolUnits['words']) {
  const words = made.get(key) ?? make()
  if (made.size >= mostKept && !made.has(key)) made.clear()
  made.set(key, words)
  return words
}

const isOfYear = (unitType: string) => unitType === unitTypes.grade || unitType === unitTypes.class

// Caches the spellings, which are the same in every school.
const spelt = new Map<string, string>()

/** Returns the text that a unit is searched by besides its numbers: the name, its pinyin and its initials. */
export function wordsOfUnit(unitName: string): string {
  if (spelt.size > 10_000) spelt.clear()
  const words = spelt.get(unitName) ?? searchText(unitName)
  spelt.set(unitName, words)
  return words
}
