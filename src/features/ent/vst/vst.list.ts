import { type SqlBool, sql } from 'kysely'
import { invalidField } from '#server/base/fault.ts'
import { Status } from '#contract/fields.ts'
import { hiddenNumber, maskPhone } from '#contract/values/masking.ts'
import { VisitState } from '#domain/visits/visits.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { type FormSearch, formSearch, matchesSearch } from '#domain/forms/formSearch.ts'
import { matches } from '#server/base/search.ts'
import { sexOut } from '#contract/values/sex.ts'
import { readVisitForm } from '#domain/visits/visitEntry.ts'
import { hostWithin, isToHost, visitState } from '#domain/visits/visits.ts'

export type VisitFilter = {
  entNo: string
  /** Limits them to a host; undefined: of everybody. */
  hostNo?: string | undefined
  teamFlag?: string | undefined
  tmplNo?: string | undefined
  vstSDt?: string | undefined
  vstEDt?: string | undefined
  stt?: string | undefined
  chip?: 'wait' | 'in' | 'today' | 'late' | undefined
  keyWord?: string | undefined
  vstNos?: readonly string[] | undefined
  inForm?: FormSearch | undefined
}

type Asked = { entNo: string; tmplNo?: string | undefined; qryVals?: string | undefined }

/**
 * Returns the filter with the search in its form, and whose visits the caller reaches. Throws invalid for a search without a
 * form.
 */
export async function filterOf<A extends Asked>({ qryVals, ...filter }: A, context: Context) {
  const { entNo, tmplNo } = filter
  const hostNo = hostWithin(context, entNo)
  if (!qryVals) return { ...filter, hostNo }
  if (!tmplNo) throw invalidField('tmplNo', '请先选择表单')
  const { billClmns } = await readVisitForm(context.db, entNo, tmplNo)
  return { ...filter, hostNo, inForm: formSearch(billClmns, qryVals) }
}

/** Lists the conditions of the chips on the visit `v`. */
export const visitChips = {
  wait: sql<SqlBool>`v.stt = '1' and v.plan_e_dt > now()`,
  in: sql<SqlBool>`v.stt = '4'`,
  today: sql<SqlBool>`v.stt in ('1', '2', '4', '5') and v.plan_s_dt >= current_date and v.plan_s_dt < current_date + 1`,
  late: sql<SqlBool>`v.stt = '4' and v.plan_e_dt < now()`,
}

/** Throws invalid for half of a range of days, and one that ends before it begins (docs/spec/inputs.md#dates). */
export function checkRange({ vstSDt, vstEDt }: Pick<VisitFilter, 'vstSDt' | 'vstEDt'>) {
  if (!vstSDt !== !vstEDt) throw invalidField(vstSDt ? 'vstEDt' : 'vstSDt', '请先选择时间')
  if (vstSDt && vstEDt && vstEDt < vstSDt) throw invalidField('vstEDt', '截止时间必须大于开始时间')
}

// Selects the numbers of the employees whom a keyword names: in part where it is Chinese, otherwise by its sound. Digits name
// nobody, for they would be those of a phone.
const hostsOf = (entNo: string, keyWord: string) =>
  sql`(select e.emp_no from emp e where e.ent_no = ${entNo} and ${/\d/.test(keyWord) ? sql`false` : matches('e', keyWord)})`

/** Selects the visits that match a filter, without columns and order. */
export function visits(db: Db, filter: VisitFilter) {
  const { entNo, hostNo, teamFlag, tmplNo, vstSDt, vstEDt, stt, chip, keyWord, vstNos, inForm } = filter
  checkRange({ vstSDt, vstEDt })
  return db
    .selectFrom('vst as v')
    .where('v.entNo', '=', entNo)
    .where('v.stt', '<>', VisitState.deleted)
    .where(isToHost(hostNo))
    .$if(!!teamFlag, (list) => list.where('v.teamFlag', '=', teamFlag as string))
    .$if(!!tmplNo, (list) => list.where('v.tmplNo', '=', tmplNo as string))
    .$if(!!vstSDt, (list) => list.where(sql<SqlBool>`v.plan_s_dt >= to_date(${vstSDt}, 'YYYYMMDD')`))
    .$if(!!vstEDt, (list) => list.where(sql<SqlBool>`v.plan_s_dt < to_date(${vstEDt}, 'YYYYMMDD') + 1`))
    .$if(!!stt, (list) => list.where(visitState, '=', stt as string))
    .$if(!!chip, (list) => list.where(visitChips[chip as keyof typeof visitChips]))
    .$if(!!keyWord, (list) =>
      list.where(sql<SqlBool>`(${matches('v', keyWord as string)} or v.to_emp_no in ${hostsOf(entNo, keyWord as string)})`),
    )
    .$if(!!vstNos, (list) => list.where('v.vstNo', 'in', vstNos as string[]))
    .$if(!!inForm, (list) => list.where(matchesSearch(inForm as FormSearch, sql`v.vals`)))
}

/** Orders the latest first. */
export const visitOrder = ['-v.planSDt', 'v.vstNo']

type Child = { stuNo: string; stuName: string }
type MateRow = { rdx: number; mateName: string; mateTel: string | null; idNo: string | null }

/** Lists the columns of Visit, as they are stored. */
const visitColumns = [
  ...([
    'v.vstNo',
    'v.tmplNo',
    'v.verNo',
    'v.teamFlag',
    'v.vstName',
    'v.vstTel',
    'v.idNo',
    'v.sex',
    'v.workUnit',
    'v.carNo',
  ] as const),
  ...([
    'v.rsn',
    'v.toEmpNo',
    'v.planSDt',
    'v.planEDt',
    'v.inDt',
    'v.outDt',
    'v.gate',
    'v.outGate',
    'v.answer',
    'v.vals',
  ] as const),
  sql<string>`(select t.tmpl_name from tmpl t where t.ent_no = v.ent_no and t.tmpl_no = v.tmpl_no)`.as('tmplName'),
  sql<string | null>`(select e.emp_name from emp e where e.ent_no = v.ent_no and e.emp_no = v.to_emp_no)`.as('toEmpName'),
  sql<MateRow[]>`(select coalesce(json_agg(json_build_object('rdx', m.rdx, 'mateName', m.mate_name, 'mateTel', m.mate_tel,
    'idNo', m.id_no) order by m.rdx), '[]') from vstmate m where m.ent_no = v.ent_no and m.vst_no = v.vst_no)`.as('mates'),
  // Selects only a student whom the caller reaches.
  sql<Child | null>`(select json_build_object('stuNo', s.stu_no, 'stuName', s.stu_name) from stu s
    where s.ent_no = v.ent_no and s.stu_no = v.stu_no and s.stt <> ${Status.deleted})`.as('child'),
  visitState.as('sttNow'),
] as const

export const selectVisits = (db: Db, filter: VisitFilter) => visits(db, filter).select(visitColumns)
export type VisitRow = Awaited<ReturnType<ReturnType<typeof selectVisits>['execute']>>[number]
type State = '1' | '2' | '3' | '4' | '5' | '6' | '7'

/** Returns a visit as the answer: phones and ID numbers masked. */
export function visitOut({ child, idNo, vstTel, sex, mates, sttNow, teamFlag, vals: _, verNo: __, ...row }: VisitRow) {
  const masked = (sealed: string | null) => sealed && hiddenNumber
  return {
    ...row,
    stuNo: child?.stuNo ?? null,
    stuName: child?.stuName ?? null,
    // Casts the flag to those that the table's checks admit.
    teamFlag: teamFlag as '0' | '1',
    stt: sttNow as State,
    vstTel: maskPhone(vstTel),
    idNo: masked(idNo),
    sex: sex && sexOut(sex),
    mates: mates.map((mate) => ({ ...mate, mateTel: mate.mateTel && maskPhone(mate.mateTel), idNo: masked(mate.idNo) })),
  }
}
