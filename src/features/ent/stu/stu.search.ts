import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { maskPhone } from '#contract/values/masking.ts'
import { guardiansOfName, isOfName } from '#domain/search/phrasePeople.ts'
import { type At, lineOf, mostHits, findNearest, type SearchKind, surestMatches, unusualState } from '#domain/search/searching.ts'
import { keyedStudents, unitNameOf } from '#domain/students/students.ts'
import type { Phrase } from '#domain/search/phrase.ts'
import { stu } from './stu.contract.ts'
import { type StudentListFilter, students } from './list/stu.list.ts'

const columns = [
  ...(['s.stuNo as no', 's.stuName as name', 's.stdyNo', 's.authTel', 's.stt'] as const),
  unitNameOf.as('unitName'),
] as const

type Row = { no: string; name: string; stdyNo: string | null; authTel: string | null; stt: string; unitName: string }

const hitOf = ({ no, name, stdyNo, authTel, stt, unitName }: Row) => ({
  no,
  name,
  note: lineOf(unitName, stdyNo && `学号 ${stdyNo}`),
  tel: authTel && maskPhone(authTel),
  stt: unusualState(stt),
  path: `/ent/stu?stuNo=${no}`,
})

const find = ({ context, entNo, sight }: At, filter: Partial<StudentListFilter>) =>
  students(context.db, { entNo, ...filter } as StudentListFilter, { secret: context.services.secret, sight }).select(columns)

/** Searches students, each opened beside the list of those in the same state. */
export const studentSearch: SearchKind = {
  kind: 'stu',
  call: stu.getpage,

  async byWord(word, at) {
    const { entNo, context } = at
    const conditions = [
      ...surestMatches('s', { name: 'stuName', numbers: ['stuNo', 'stdyNo'] }, word),
      keyedStudents(entNo, word, context.services.secret),
    ]
    const rows = await findNearest<Row>(word, conditions, (condition, most) =>
      find(at, {}).where(condition).limit(most).execute(),
    )
    return rows.map(hitOf)
  },

  byPhrase: {
    async students({ of, name }, at) {
      const rows = await find(at, filterOf(of))
        .$if(!!name, (list) => list.where(isOfName('s', 'stuName', name as string)))
        .limit(mostHits)
        .execute()
      // Sorts only these few: for the first of all a whole school would be read.
      return rows.map(hitOf).toSorted((one, other) => one.no.localeCompare(other.no))
    },

    async children({ of, name }, at) {
      const rows = await find(at, filterOf(of))
        .where(sql<SqlBool>`s.stu_no in (${childrenOf(at.entNo, name as string)})`)
        .limit(mostHits)
        .execute()
      return rows.map(hitOf)
    },
  },
}

/** Returns the filter of a phrase about students; those on the roll, unless it names a state. */
const filterOf = (of: Phrase['of']): Partial<StudentListFilter> => (of.stt ? of : { rollFlag: '1', ...of })

const childrenOf = (entNo: string, name: string): RawBuilder<unknown> =>
  sql`select l.stu_no from stuptr l where l.ent_no = ${entNo} and l.ptr_no in (${guardiansOfName(entNo, name)})`
