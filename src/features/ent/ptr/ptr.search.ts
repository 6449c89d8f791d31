import { type SqlBool, sql } from 'kysely'
import { maskPhone } from '#contract/values/masking.ts'
import { dictionaryLabel } from '#server/database/dictionary.ts'
import { type ChildRow, guardianChildren, ofChildren } from '#domain/guardians/guardians.ts'
import { matchesKeyWord } from '#domain/people/personFacts.ts'
import { isMeant } from '#domain/search/phrasePeople.ts'
import { type At, lineOf, mostHits, findNearest, type SearchKind, surestMatches, unusualState } from '#domain/search/searching.ts'
import { ptr } from './ptr.contract.ts'
import { guardians } from './ptr.list.ts'

const columns = [
  ...(['p.ptrNo as no', 'p.ptrName as name', 'p.authTel', 'p.stt'] as const),
  guardianChildren.as('stus'),
  dictionaryLabel(
    'RELT',
    sql`(select l.relt from stuptr l where l.ent_no = p.ent_no and l.ptr_no = p.ptr_no order by l.stu_no limit 1)`,
  ).as('relation'),
] as const

type Row = { no: string; name: string; authTel: string; stt: string; stus: ChildRow[]; relation: string }

// Limits the children that are named; of more only the number is shown.
const mostNamed = 2

const hitOf = ({ no, name, authTel, stt, stus, relation }: Row) => ({
  no,
  name,
  note: lineOf(
    ...stus.slice(0, mostNamed).map(({ stuName, unitName }) => `${stuName} ${unitName}`),
    stus.length > mostNamed ? `共 ${stus.length} 个孩子` : stus.length === 1 && relation,
  ),
  tel: maskPhone(authTel),
  stt: unusualState(stt),
  path: `/ent/ptr?ptrNo=${no}`,
})

const find = ({ context, entNo }: At) => guardians(context.db, context.services.secret, { entNo }).select(columns)

/** Searches guardians by their own names; by their children's where a phrase asks for them. */
export const guardianSearch: SearchKind = {
  kind: 'ptr',
  call: ptr.getpage,

  async byWord(word, at) {
    const conditions = [
      ...surestMatches('p', { name: 'ptrName', numbers: ['ptrNo'] }, word),
      matchesKeyWord('p', word, at.context.services.secret),
    ]
    const rows = await findNearest<Row>(word, conditions, (condition, most) => find(at).where(condition).limit(most).execute())
    return rows.map(hitOf)
  },

  byPhrase: {
    async guardians({ of, name, relts }, at) {
      const meant = isMeant(at.entNo, of, name)
      const rows = await find(at)
        .where(ofChildren(at.entNo, relts ? sql<SqlBool>`${meant} and l.relt = any(${relts})` : meant))
        .limit(mostHits)
        .execute()
      return rows.map(hitOf)
    },
  },
}
