import { sql } from 'kysely'
import { maskIdNo, maskPhone } from '#contract/masking.ts'
import { actions } from '#contract/access.ts'
import { readSetting } from '#server/configuration.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database.ts'
import { Fault } from '#server/fault.ts'
import { recordLook } from '#server/history.ts'
import { labelsOf } from '#server/dictionary.ts'
import type { Input } from '#server/serve.ts'
import { sexOut } from '#server/sex.ts'
import { type Cell, mostExported, type SheetColumn, writeWorkbook } from '#server/workbook.ts'
import { type emp, exportable, exportTitles } from './emp.contract.ts'
import { employees, type Filter, joined, listed, names } from './emp.list.ts'

type Field = (typeof exportable)[number]
type Named = { no: string; name: string }
type Lists = 'orgNames' | 'grpNames' | 'roleNames' | 'leadOrgs'
type Row = Record<Exclude<Field, Lists>, string | null> & {
  orgs: Named[]
  leads: Named[]
  grps: Named[]
  roles: Named[]
}

const part = 2000

/** The employees that fit a filter as a workbook: the columns asked for, masked unless the caller may see them and asks to. */
export async function exportEmployees(input: Input<typeof emp.export>, context: Context) {
  const { db, me, services } = context
  const { flds = [...exportable], mask, ...filter } = input
  const isClear = mask === '0'
  if (isClear && !me.rights.has(`emp:${actions.clear}`)) throw new Fault('forbidden', '没有权限导出未脱敏的内容')
  const list = employees(db, services.secret, filter)
  const { count } = await list.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  if (filter.empNos && Number(count) < filter.empNos.length) throw new Fault('notFound', '所选员工有的已不存在，请刷新后再选')
  if (Number(count) > mostExported) throw new Fault('tooLarge', `一次最多导出 ${mostExported} 人，请用筛选分几次导出`)
  const columns = exportable.filter((field) => flds.includes(field))
  await recordLook(db, input.entNo, 'emp', { rows: Number(count), columns: columns.join(','), clear: isClear })
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
    orgNames: ({ orgs }) => namesOf(orgs),
    grpNames: ({ grps }) => namesOf(grps),
    roleNames: ({ roles }) => namesOf(roles),
    authTel: ({ authTel }) => authTel && (isClear ? authTel : maskPhone(authTel)),
    authFlag: ({ authFlag }) => certified.get(authFlag ?? '0') ?? '',
    idNo: ({ idNo }) => idNo && (isClear ? secret.open(idNo) : maskIdNo(secret.open(idNo))),
    brth: ({ brth }) => withDashes(brth),
    idntNo: ({ idntNo }) => identities.get(idntNo ?? '') ?? '',
    leadOrgs: ({ leads }) => namesOf(leads),
    cardPht: ({ cardPht }) => (cardPht ? '有' : '无'),
    facePht: ({ facePht }) => (facePht ? '有' : '无'),
    stt: ({ stt }) => states.get(stt ?? '') ?? '',
    rem: ({ rem }) => rem,
    crtTm: ({ crtTm }) => withDashes(crtTm),
    updTm: ({ updTm }) => withDashes(updTm),
  }
  async function* rows() {
    for await (const people of inParts(db, context, filter)) yield people.map((row) => columns.map((field) => cells[field](row)))
    if (watermark === '1') yield [[`${me.name} 导出于 ${today()}，共 ${count} 人${isClear ? '' : '，已脱敏'}`]]
  }
  const path = await writeWorkbook(services.files, '员工', columns.map(columnOf), rows())
  return { path, name: `员工 ${today()}.xlsx`, type: 'xlsx' }
}

const leads = names(
  sql`select d.org_no as no, d.org_name as name, d.show_ord as place from orgemp o join org d using (ent_no, org_no)
    where o.ent_no = e.ent_no and o.emp_no = e.emp_no and o.lead_flag = '1'`,
  'leads',
)

// By the last number of the part before, not by an offset: every part costs the same.
async function* inParts(db: Db, { services }: Context, filter: Filter): AsyncGenerator<Row[]> {
  let last = ''
  for (;;) {
    const people = await employees(db, services.secret, filter)
      .select(listed)
      .select(joined)
      .select(['e.crtTm', leads])
      .where('e.empNo', '>', last)
      .orderBy('e.empNo')
      .limit(part)
      .execute()
    if (people.length > 0) yield people
    if (people.length < part) return
    last = (people.at(-1) as (typeof people)[0]).empNo
  }
}

const namesOf = (list: Named[]) => list.map(({ name }) => name).join('、')
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
