import { sql } from 'kysely'
import { maskIdNo, maskPhone } from '#contract/masking.ts'
import { actions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { readSetting } from '#server/configuration.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database.ts'
import { Fault } from '#server/fault.ts'
import { recordLook } from '#server/history.ts'
import { labelsOf } from '#server/dictionary.ts'
import type { Input } from '#server/serve.ts'
import type { Secret } from '#server/secret.ts'
import { sexOut } from '#server/sex.ts'
import { type Cell, mostExported, type SheetColumn, writeWorkbook } from '#server/workbook.ts'
import { type emp, exportable } from './emp.contract.ts'
import { exportTitles } from './emp.export.contract.ts'
import { employees, type Filter } from './emp.list.ts'

type Field = (typeof exportable)[number]
type Row = Record<Field, string | null>

const part = 2000

/** The employees that fit a filter as a workbook: the columns asked for, masked unless the caller may see them and asks to. */
export async function exportEmployees(input: Input<typeof emp.export>, context: Context) {
  const { db, me, services } = context
  const { flds = [...exportable], mask, ...filter } = input
  const isClear = mask === '0'
  if (isClear && !me.rights.has(`emp:${actions.clear}`)) throw new Fault('forbidden', '没有权限导出未脱敏的内容')
  const empNos = (await numbersOf(db, services.secret, filter)).map(({ empNo }) => empNo)
  const count = empNos.length
  if (filter.empNos && count < filter.empNos.length) throw new Fault('notFound', '所选员工有的已不存在，请刷新后再选')
  if (count > mostExported) throw new Fault('tooLarge', `一次最多导出 ${mostExported} 人，请用筛选分几次导出`)
  const columns = exportable.filter((field) => flds.includes(field))
  await recordLook(db, input.entNo, 'emp', { rows: count, columns: columns.join(','), clear: isClear })
  const [sexes, states, certified, identities, watermark] = await Promise.all([
    labelsOf(db, 'SEX'),
    labelsOf(db, 'STT'),
    labelsOf(db, 'AUTH_FLAG'),
    labelsOf(db, 'IDNT'),
    readSetting(db, input.entNo, 'WATERMARK'),
  ])
  const { secret } = services
  const cells: Record<Field, (row: Row) => Cell> = {
    empNo: ({ empNo }) => empNo,
    empName: ({ empName }) => empName,
    workNo: ({ workNo }) => workNo,
    sex: ({ sex }) => sexes.get(sexOut(sex ?? 'U')) ?? '',
    orgName: ({ orgName }) => orgName,
    orgNames: ({ orgNames }) => orgNames,
    grpNames: ({ grpNames }) => grpNames,
    roleNames: ({ roleNames }) => roleNames,
    authTel: ({ authTel }) => authTel && (isClear ? authTel : maskPhone(authTel)),
    authFlag: ({ authFlag }) => certified.get(authFlag ?? '0') ?? '',
    idNo: ({ idNo }) => idNo && (isClear ? secret.open(idNo) : maskIdNo(secret.open(idNo))),
    brth: ({ brth }) => withDashes(brth),
    idntNo: ({ idntNo }) => identities.get(idntNo ?? '') ?? '',
    leadOrgs: ({ leadOrgs }) => leadOrgs,
    cardPht: ({ cardPht }) => (cardPht ? '有' : '无'),
    facePht: ({ facePht }) => (facePht ? '有' : '无'),
    stt: ({ stt }) => states.get(stt ?? '') ?? '',
    rem: ({ rem }) => rem,
    crtTm: ({ crtTm }) => withDashes(crtTm),
    updTm: ({ updTm }) => withDashes(updTm),
  }
  async function* rows() {
    for await (const people of inParts(db, input.entNo, empNos))
      yield people.map((row) => columns.map((field) => cells[field](row)))
    if (watermark === '1') yield [[`${me.name} 导出于 ${today()}，共 ${count} 人${isClear ? '' : '，已脱敏'}`]]
  }
  const path = await writeWorkbook(services.files, '员工', columns.map(columnOf), rows())
  return { path, name: `员工 ${today()}.xlsx`, type: 'xlsx' }
}

// The numbers of all whom the filter finds, in order, but one more than may be exported: only once, for it may be a dear one.
const numbersOf = (db: Db, secret: Secret, filter: Filter) =>
  employees(db, secret, filter)
    .select('e.empNo')
    .orderBy('e.empNo')
    .limit(mostExported + 1)
    .execute()

async function* inParts(db: Db, entNo: string, empNos: string[]): AsyncGenerator<Row[]> {
  for (let at = 0; at < empNos.length; at += part) yield await rowsOf(db, entNo, empNos.slice(at, at + part))
}

// Each table beside the employee is looked at once for a person, and names come joined as the sheet has them.
const rowsOf = (db: Db, entNo: string, empNos: string[]) =>
  db
    .selectFrom('emp as e')
    .innerJoinLateral(places.as('o'), (join) => join.onTrue())
    .innerJoinLateral(groups.as('g'), (join) => join.onTrue())
    .innerJoinLateral(held.as('h'), (join) => join.onTrue())
    .select(['e.empNo', 'e.empName', 'e.workNo', 'e.sex', 'o.orgName', 'o.orgNames', 'o.leadOrgs', 'g.grpNames', 'h.roleNames'])
    .select(['e.authTel', 'e.authFlag', 'e.idNo', 'e.brth', 'e.idntNo', 'e.cardPht', 'e.facePht', 'e.stt', 'e.rem'])
    .select(['e.crtTm', 'e.updTm'])
    .where('e.entNo', '=', entNo)
    .where(sql<boolean>`e.emp_no = any(${empNos})`)
    .orderBy('e.empNo')
    .execute()

const places = sql<Pick<Row, 'orgName' | 'orgNames' | 'leadOrgs'>>`(
  select max(d.org_name) filter (where o.mst_flag = '1') as org_name,
    string_agg(d.org_name, '、' order by o.mst_flag desc, d.show_ord, d.org_no) as org_names,
    string_agg(d.org_name, '、' order by d.show_ord, d.org_no) filter (where o.lead_flag = '1') as lead_orgs
  from orgemp o join org d using (ent_no, org_no) where o.ent_no = e.ent_no and o.emp_no = e.emp_no)`

const groups = sql<Pick<Row, 'grpNames'>>`(
  select string_agg(g.grp_name, '、' order by g.show_ord) as grp_names from empgrpmbr m join empgrp g using (ent_no, grp_no)
  where m.ent_no = e.ent_no and m.emp_no = e.emp_no and g.stt <> ${Status.deleted})`

const held = sql<Pick<Row, 'roleNames'>>`(
  select string_agg(coalesce(r.role_name, p.role_name), '、' order by h.show_ord) as role_names
  from emprole h left join role r using (ent_no, role_no) left join pbcrole p on p.role_no = h.role_no
  where h.ent_no = e.ent_no and h.emp_no = e.emp_no)`

const withDashes = (text: string | null) => text && `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`
const today = () => withDashes(new Date(Date.now() + 8 * 3600_000).toISOString().replace(/\D/g, '')) as string

const wide: Partial<Record<Field, number>> = {
  orgNames: 30,
  grpNames: 30,
  roleNames: 24,
  idNo: 22,
  authTel: 16,
  orgName: 20,
  rem: 30,
  updTm: 14,
}

/** The title and width of an exported column. */
const columnOf = (field: Field): SheetColumn => ({ title: exportTitles[field], width: wide[field] ?? 12 })
