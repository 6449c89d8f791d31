import { sql, type SqlBool } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { maskPhone } from '#contract/values/masking.ts'
import { onlyOnce } from '#domain/guardians/relations.contract.ts'
import { StudentState } from '#domain/units/units.contract.ts'
import type { Db } from '#server/database/database.ts'
import { dictionaryLabel } from '#server/database/dictionary.ts'
import { guardianCount } from '#domain/guardians/guardians.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { matchesKeyWord } from '#domain/people/personFacts.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'
import { sexOut } from '#contract/values/sex.ts'
import { withinUnit } from '#domain/units/units.ts'
import type { flagNames, Relation, stuptr } from './stuptr.contract.ts'

type Filter = Omit<z.output<(typeof stuptr.getpage)['input']>, 'pageIndex' | 'pageSize'> & {
  entNo: string
  ptrNo?: string | undefined
}
type Row = z.output<typeof Relation>

const linked = (db: Db) =>
  db
    .selectFrom('stuptr as k')
    .innerJoin('ptr as p', (on) => on.onRef('p.entNo', '=', 'k.entNo').onRef('p.ptrNo', '=', 'k.ptrNo'))
    .select(['k.entNo', 'k.stuNo', 'k.ptrNo', 'k.relt', 'k.grdFlag', 'k.pickFlag', 'k.msgFlag', 'k.liveFlag', 'k.prior', 'k.rem'])
    .select(['p.ptrName', 'p.authTel', 'p.authFlag', 'p.stt as ptrStt', sql<number>`k.ver + p.ver`.as('ver')])
    .where('p.stt', '<>', Status.deleted)
    .as('l')

const siblings = sql<Row['siblings']>`(select coalesce(json_agg(json_build_object('stuNo', o.stu_no, 'stuName', o.stu_name,
    'unitNo', o.unit_no, 'unitName', ou.unit_name, 'stuStt', o.stt) order by o.stu_no), '[]')
  from stuptr x join stu o using (ent_no, stu_no) join edcunit ou using (ent_no, unit_no)
  where x.ent_no = l.ent_no and x.ptr_no = l.ptr_no and x.stu_no <> l.stu_no and o.stt <> ${StudentState.deleted})`

const hasSeveral = sql<SqlBool>`exists (select from stuptr x join ptr g using (ent_no, ptr_no)
  where x.ent_no = s.ent_no and x.stu_no = s.stu_no and g.stt <> ${Status.deleted} and x.relt = any(${onlyOnce})
  group by x.relt having count(*) > 1)`

const flag = <Name extends 'authFlag' | (typeof flagNames)[number]>(name: Name) =>
  sql<'0' | '1' | null>`${sql.ref(`l.${name}`)}`.as(name)

/**
 * Selects children with their guardians that match a filter, a row for each link and one for each child on the roll without any.
 */
export const relations = (db: Db, secret: Secret, filter: Filter) => {
  const { entNo, unitNo, stuNo, ptrNo, relt, noPtr, many, stt, keyWord } = filter
  const rows = db
    .selectFrom('stu as s')
    .innerJoin('edcunit as u', (on) => on.onRef('u.entNo', '=', 's.entNo').onRef('u.unitNo', '=', 's.unitNo'))
    .leftJoin(linked(db), (on) => on.onRef('l.entNo', '=', 's.entNo').onRef('l.stuNo', '=', 's.stuNo'))
    .select(['s.stuNo', 's.stuName', 's.sex', 's.unitNo', 'u.unitName', 's.stt as stuStt', siblings.as('siblings')])
    .select(['l.ptrNo', 'l.ptrName', 'l.relt', 'l.authTel', 'l.ptrStt', 'l.rem', 'l.prior', 'l.ver'])
    .select([flag('authFlag'), flag('grdFlag'), flag('pickFlag'), flag('msgFlag'), flag('liveFlag')])
    .select([
      sql<string>`s.stu_no || ' ' || coalesce(l.ptr_no, '')`.as('rowNo'),
      dictionaryLabel('SEX', sql`case s.sex when 'F' then 'N' else s.sex end`).as('sexName'),
      dictionaryLabel('STU_STT', sql`s.stt`).as('sttName'),
    ])
    .where('s.entNo', '=', entNo)
    .where('s.stt', stt ? '=' : '<>', stt ?? StudentState.deleted)
    .where(sql<SqlBool>`(l.ptr_no is not null or ${isOnRoll})`)
    .$if(!!stuNo, (list) => list.where('s.stuNo', '=', stuNo as string))
    .$if(!!ptrNo, (list) => list.where('l.ptrNo', '=', ptrNo as string))
    .$if(!!relt, (list) => list.where('l.relt', '=', relt as string))
    .$if(!!noPtr, (list) => list.where(noPtr === '1' ? sql<SqlBool>`${guardianCount} = 0` : sql<SqlBool>`l.ptr_no is not null`))
    .$if(!!many, (list) => list.where(many === '1' ? hasSeveral : sql<SqlBool>`not ${hasSeveral}`))
    .$if(!!unitNo, (list) => list.where(sql<SqlBool>`s.unit_no in ${withinUnit(entNo, unitNo as string)}`))
    .$if(!!keyWord, (list) => list.where(named(entNo, keyWord as string, secret)))
  return db.selectFrom(rows.as('r')).selectAll()
}

// Searches the child and all of its guardians, who are then all shown.
const named = (entNo: string, keyWord: string, secret: Secret) => sql<SqlBool>`s.stu_no in (
  select c.stu_no from stu c where c.ent_no = ${entNo} and ${matchesKeyWord('c', keyWord, secret)}
  union select x.stu_no from ptr g join stuptr x using (ent_no, ptr_no)
    where g.ent_no = ${entNo} and g.stt <> ${Status.deleted} and ${matchesKeyWord('g', keyWord, secret)})`

export const relationOrder = ['stuNo', 'prior', 'rowNo']

/** Returns a relation as the answer: the phone masked. */
export const relationOut = <R extends { sex: string; authTel: string | null }>({ sex, authTel, ...row }: R) => ({
  ...row,
  sex: sexOut(sex),
  authTel: authTel && maskPhone(authTel),
})

/** Reads one link between a child and a guardian. Throws notFound where there is none within reach. */
export async function readRelation(db: Db, secret: Secret, entNo: string, { stuNo, ptrNo }: { stuNo: string; ptrNo: string }) {
  return relationOut(requireRow(await relations(db, secret, { entNo, stuNo, ptrNo }).executeTakeFirst()))
}
