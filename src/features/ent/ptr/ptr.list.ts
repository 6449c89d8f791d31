import { sql, type SqlBool } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { dictionaryLabel } from '#server/database/dictionary.ts'
import {
  guardianChildren,
  guardianCount,
  guardianOut,
  guardiansOfChildren,
  isAlone,
  ofChildren,
} from '#domain/guardians/guardians.ts'
import { sightOf } from '#server/database/sight.ts'
import { counterOf, countKept } from '#domain/people/keptKinds.ts'
import { fileLink } from '#server/files/links.ts'
import { hasOtherPhone } from '#domain/people/personAccount.ts'
import { matchesKeyWord } from '#domain/people/personFacts.ts'
import { contractColumns, requireRow } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'
import { sexIn } from '#contract/values/sex.ts'
import { unitPath, withinUnit } from '#domain/units/units.ts'
import { Guardian, type ptr } from './ptr.contract.ts'

export type GuardianFilter = z.output<(typeof ptr.getlist)['input']> & { entNo: string }

/** Tests what the kind of a guardian `p` tells: state, sex, certification. These are counted ahead. */
const ofKind = ({ entNo, stt, sex, authFlag }: GuardianFilter) =>
  sql<SqlBool>`${sql.join(
    [
      sql`p.ent_no = ${entNo}`,
      stt ? sql`p.stt = ${stt}` : sql`p.stt <> ${Status.deleted}`,
      ...(sex ? [sql`p.sex = ${sexIn(sex)}`] : []),
      ...(authFlag ? [sql`p.auth_flag = ${authFlag}`] : []),
    ],
    sql` and `,
  )}`

/** Selects the guardians that match a filter, without columns and order; a keyword is also searched in their children. */
export const guardians = (db: Db, secret: Secret, filter: GuardianFilter) => {
  const { entNo, unitNo, noStu, ptrNos, keyWord } = filter
  return db
    .selectFrom('ptr as p')
    .where(ofKind(filter))
    .$if(!!noStu, (list) => list.where(noStu === '1' ? isAlone : sql<SqlBool>`not ${isAlone}`))
    .$if(!!ptrNos, (list) => list.where('p.ptrNo', 'in', ptrNos as string[]))
    .$if(!!unitNo, (list) => list.where(ofChildren(entNo, sql`s.unit_no in ${withinUnit(entNo, unitNo as string)}`)))
    .$if(!!keyWord, (list) => {
      const word = keyWord as string
      const own = sql`select g.ptr_no from ptr g where g.ent_no = ${entNo} and g.stt <> ${sql.lit(Status.deleted)}
        and ${matchesKeyWord('g', word, secret)}`
      return list.where(sql<SqlBool>`p.ptr_no in (${own} union ${guardiansOfChildren(entNo, matchesKeyWord('s', word, secret))})`)
    })
}

// Tells whether a filter asks for nothing else than a kind.
function isOfKind({ entNo: _, stt, sex, authFlag, ...others }: GuardianFilter) {
  return Object.values(others).every((asked) => asked === undefined)
}

/**
 * Selects the running counts (`p`) of the kinds of guardians that match a filter; undefined where it asks for more than a kind, or
 * where the caller reaches only those of some units.
 */
export const kindsOfGuardians = (db: Db, filter: GuardianFilter) =>
  !sightOf(db).units && isOfKind(filter) ? db.selectFrom('ptrCnt as p').where(ofKind(filter)) : undefined

/** Returns the number of guardians for a filter of only their kind, and of who has no child, which need not be counted. */
export function countKnown(db: Db, secret: Secret, { noStu, ...filter }: GuardianFilter) {
  const kinds = kindsOfGuardians(db, filter)
  return (
    kinds &&
    countKept(noStu, {
      all: async () => (await kinds.select(counterOf(true)(sql`true`).as('count')).executeTakeFirstOrThrow()).count,
      withNobody: () => countAlone(db, secret, filter),
    })
  )
}

/** Counts the guardians without a child on the roll who match the other filters. */
export async function countAlone(db: Db, secret: Secret, filter: GuardianFilter): Promise<number> {
  const count = sql<number>`count(*)::int`.as('count')
  const found = isOfKind(filter)
    ? db.selectFrom('ptrAlone as p').where(ofKind(filter)).select(count)
    : guardians(db, secret, filter).where(isAlone).select(count)
  return (await found.executeTakeFirstOrThrow()).count
}

export const guardianOrder = ['p.ptrNo']

const archived = <C extends 'workUnit' | 'indt' | 'pstn'>(column: C) =>
  sql<string | null>`(select a.${sql.ref(column)} from ptrarch a where a.ent_no = p.ent_no and a.ptr_no = p.ptr_no)`.as(column)

/** Lists the columns of GuardianChoice. */
export const guardianChoiceColumns = [
  ...(['p.ptrNo', 'p.ptrName', 'p.sex', 'p.authTel', 'p.authFlag', 'p.stt'] as const),
  guardianChildren.as('stus'),
] as const

/** Lists the columns of Guardian. */
export const guardianRowColumns = [
  ...contractColumns(Guardian.omit({ stus: true, workUnit: true })).map((name) => `p.${name}` as const),
  guardianChildren.as('stus'),
  archived('workUnit'),
] as const

type ChildFacts = { stuNo: string; unitPath: string | null; ptrCnt: number }

const childFacts = sql<ChildFacts[]>`(select coalesce(json_agg(json_build_object('stuNo', s.stu_no, 'ptrCnt', ${guardianCount},
    'unitPath', ${unitPath(sql`s.ent_no`, sql`s.unit_no`)})), '[]')
  from stuptr l join stu s using (ent_no, stu_no) where l.ent_no = p.ent_no and l.ptr_no = p.ptr_no and s.stt <> '0')`

/** Reads one live guardian with all that is joined to it. Throws notFound where there is none. */
export async function readGuardian(db: Db, secret: Secret, entNo: string, ptrNo: string) {
  const row = await guardians(db, secret, { entNo })
    .where('p.ptrNo', '=', ptrNo)
    .select(guardianRowColumns)
    .select(['p.cardPht', 'p.facePht', archived('indt'), archived('pstn'), childFacts.as('facts')])
    .select([
      dictionaryLabel('SEX', sql`case p.sex when 'F' then 'N' else p.sex end`).as('sexName'),
      dictionaryLabel('STT', sql`p.stt`).as('sttName'),
      hasOtherPhone('p', 'ptrNo').as('other'),
    ])
    .executeTakeFirst()
  const { facts, cardPht, facePht, stus, other, ...person } = requireRow(row)
  const more = new Map(facts.map((child) => [child.stuNo, child]))
  const link = (fileNo: string | null) => fileNo && fileLink(secret, entNo, fileNo)
  return {
    ...guardianOut(person),
    stus: stus.map((child) => ({ ...child, unitPath: null, ptrCnt: 0, ...more.get(child.stuNo) })),
    lgnTelFlag: other ? ('1' as const) : ('0' as const),
    cardPht: link(cardPht),
    facePht: link(facePht),
  }
}
