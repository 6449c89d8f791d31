import { sql } from 'kysely'
import { type OfferedPart, offeredControls, offeredKits } from '#contract/form/offeredParts.ts'
import { wrongTargets } from '#contract/form/archiveFields.ts'
import { circleWords } from '#contract/form/circles.ts'
import type { Column, FormSettings } from '#contract/form/column.ts'
import { conditionsOf, shownWhen } from '#contract/form/conditions.ts'
import { formFaults, lostColumns } from '#contract/form/faults.ts'
import { initialColumns } from '#contract/form/initial.ts'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { readFormTemplates, readVersion } from '#domain/forms/formTemplates.ts'
import { updateRow, requireRow, softDelete } from '#server/database/rows.ts'
import { changeRow, insertRow } from '#server/database/tableRows.ts'
import { templateTable } from './bill.table.ts'
import { serve } from '#server/call/serve.ts'
import { bill, TemplateState } from './bill.contract.ts'
import { readKnownCount } from './bill.known.ts'
import { nextTemplateNo, readTemplate, readTemplates } from './bill.read.ts'
import './bill.table.ts'

const offer = ({ name, icon, settings, wdt, len = 0 }: OfferedPart) => ({
  name,
  icon,
  settings: [...settings],
  wdt,
  len: len || null,
})

export const billHandlers = serve(bill, {
  getlist: ({ entNo, typeNo }, { db }) => readFormTemplates(db, entNo, { typeNo }),
  getctrllist: async () => offeredControls.map((control) => ({ ctrlNo: control.no, ...offer(control) })),
  getkitlist: async () => offeredKits.map((kit) => ({ kitNo: kit.no, ...offer(kit) })),

  gettypelist: async ({ entNo }, { db }) =>
    (
      await sql<{ typeNo: string; typeName: string; tmplCnt: number }>`
        select b.type_no, b.type_name, (select count(*)::int from tmpl t where t.ent_no = ${entNo} and t.type_no = b.type_no
          and t.stt <> ${Status.deleted}) as tmpl_cnt
        from billtype b where b.stt = ${Status.enabled} order by b.type_no`.execute(db)
    ).rows,

  getinitclmnlist: async ({ typeNo }) => initialColumns(typeNo),
  gettmpllist: ({ entNo, ...filter }, { db }) => readTemplates(db, entNo, filter),
  gettmpl: ({ entNo, tmplNo, verNo }, context) => readTemplate(context, entNo, tmplNo, verNo),
  getknown: ({ entNo, arcFld }, { db }) => readKnownCount(db, entNo, arcFld),

  async createtmpl({ entNo, typeNo, tmplName, des = null, fromNo }, context) {
    const { db } = context
    const copied = fromNo ? await readTemplate(context, entNo, fromNo) : undefined
    if (copied && copied.typeNo !== typeNo) throw invalidField('fromNo', '只能复制同一类型的模板')
    const tmplNo = await nextTemplateNo(context, entNo, typeNo)
    const draft = JSON.stringify(copied?.billClmns ?? initialColumns(typeNo))
    const draftSets = JSON.stringify(copied ? settingsOn(copied.sets) : {})
    const { ver } = await insertRow(db, templateTable, { entNo, tmplNo, typeNo, tmplName, des, draft, draftSets }, ['ver'])
    return { tmplNo, ver }
  },

  async updatetmpl({ entNo, tmplNo, typeNo, ...changes }, { db }) {
    const before = await stateOf(db, entNo, tmplNo)
    const typed = typeNo && typeNo !== before.typeNo ? { typeNo, draft: retyped(before, typeNo) } : {}
    return changeRow(db, templateTable, { entNo, tmplNo }, { ...changes, ...typed }, ['tmplNo', 'ver'])
  },

  enabletmpl: (which, { db }) => setState(db, which, TemplateState.published),
  async disabletmpl(which, { db }) {
    await refuseAtGate(db, which, { verb: '停用', states: [Status.enabled] })
    return setState(db, which, TemplateState.disabled)
  },

  async deletetmpl({ entNo, tmplNo, ver }, { db }) {
    await refuseAtGate(db, { entNo, tmplNo }, { verb: '删除', states: [Status.enabled, Status.disabled] })
    return softDelete(db, 'tmpl', { entNo, tmplNo }, ver)
  },

  async savetmplclmns({ entNo, tmplNo, ver, billClmns, sets }, { db }) {
    const before = await stateOf(db, entNo, tmplNo)
    refuseUnfit(billClmns, before.typeNo)
    const published = before.verNo === null ? undefined : await readVersion(db, entNo, tmplNo, before.verNo)
    const kept = before.draft ? before.draftSets : settingsOn(published?.sets)
    const draftSets = JSON.stringify(sets ? settingsOn(sets) : kept)
    // Discards a draft equal to the published version.
    const draft = sql`case when exists (select from tmplver v where v.ent_no = tmpl.ent_no and v.tmpl_no = tmpl.tmpl_no
        and v.ver_no = tmpl.ver_no and v.bill_clmns = ${JSON.stringify(billClmns)}::jsonb and v.sets = ${draftSets}::jsonb)
      then null else ${JSON.stringify(billClmns)}::jsonb end`
    const saved = await updateRow(db, 'tmpl', { entNo, tmplNo }, { ver, draft, draftSets }, ['tmplNo', 'ver', 'updTm'])
    return { ...saved, updTm: String(saved.updTm) }
  },

  async publishtmpl({ entNo, tmplNo, ver }, { db }) {
    const before = await stateOf(db, entNo, tmplNo)
    if (!before.draft) throw invalidField('tmplNo', '没有需要发布的修改')
    const billClmns = before.draft as unknown as Column[]
    const errors = formFaults(billClmns, before.typeNo)
    if (errors.length > 0)
      throw new Fault(
        'invalid',
        errors
          .slice(0, 3)
          .map(({ message }) => message)
          .join('；'),
        { errors: errors.slice(0, 20) },
      )
    const { rows } = await sql<{ verNo: number }>`insert into tmplver (ent_no, tmpl_no, ver_no, bill_clmns, sets)
      select ${entNo}, ${tmplNo}, coalesce(max(ver_no), 0) + 1, ${JSON.stringify(billClmns)}::jsonb,
        ${JSON.stringify(before.draftSets)}::jsonb
      from tmplver where ent_no = ${entNo} and tmpl_no = ${tmplNo} returning ver_no`.execute(db)
    const verNo = rows[0]?.verNo as number
    const stt = before.stt === TemplateState.disabled ? before.stt : TemplateState.published
    const published = await updateRow(db, 'tmpl', { entNo, tmplNo }, { ver, verNo, stt, draft: null }, ['tmplNo', 'ver'])
    return { ...published, verNo }
  },
})

/** Returns the settings that are on, as they are stored. */
const settingsOn = (sets: Partial<FormSettings> = {}) => Object.fromEntries(Object.entries(sets).filter(([, on]) => on === '1'))

/** Refuses columns that cannot be kept, not even as a draft: lost ones, unfit targets, conditions in a circle. */
function refuseUnfit(columns: Column[], typeNo: string) {
  const [lost] = lostColumns(columns, typeNo)
  if (lost) throw invalidField('billClmns', lost)
  const [unfit] = wrongTargets(columns)
  if (unfit) {
    const { clmnName } = columns.find(({ clmnNo }) => clmnNo === unfit.clmnNo) as Column
    throw invalidField('billClmns', `${clmnName}：${unfit.message}`)
  }
  for (const column of columns) {
    const circle = circleWords(columns, column)
    if (circle) throw invalidField('billClmns', `${column.clmnName}：${circle}`)
  }
}

/**
 * Returns a draft with the fields that the other type has by itself instead of those of its former one; the others are numbered on
 * from there, and shown without a condition where it was on one that is gone.
 */
function retyped({ stt, draft, typeNo }: { stt: string; draft: unknown; typeNo: string }, to: string): string {
  if (stt !== TemplateState.draft) throw invalidField('typeNo', '发布过的模板不能改类型，请复制成新的模板')
  const former = new Set(initialColumns(typeNo).map(({ clmnNo }) => clmnNo))
  const own = (draft as Column[]).filter(({ clmnNo }) => !former.has(clmnNo))
  const fixed = initialColumns(to)
  const numbers = new Map(own.map(({ clmnNo }, i) => [clmnNo, `c${fixed.length + i + 1}`]))
  const renumbered = own.map((column) => {
    const left = column.visIf ? conditionsOf(column.visIf) : []
    const on = left.flatMap((condition) => {
      const clmnNo = numbers.get(condition.clmnNo)
      return clmnNo ? [{ ...condition, clmnNo }] : []
    })
    return { ...column, clmnNo: numbers.get(column.clmnNo), visIf: shownWhen(on, column.visIf?.anyFlag === '1') }
  })
  return JSON.stringify([...fixed, ...renumbered])
}

/** Refuses what would end the codes that hang at gates, naming these: whoever scans one would meet a dead page. */
async function refuseAtGate(
  db: Db,
  { entNo, tmplNo }: { entNo: string; tmplNo: string },
  { verb, states }: { verb: string; states: readonly string[] },
) {
  const { rows } = await sql<{ codeName: string }>`select code_name from vstcode
    where ent_no = ${entNo} and tmpl_no = ${tmplNo} and stt = any(${states}) order by code_no`.execute(db)
  if (rows.length === 0) return
  const names = rows.slice(0, 3).map(({ codeName }) => `“${codeName}”`)
  const which = `${names.join('、')}${rows.length > names.length ? `等 ${rows.length} 处` : ''}`
  throw new Fault('inUse', `${which}的登记二维码用的是这张表单，${verb}后扫码就打不开了。请先到“登记二维码”里${verb}它们`)
}

async function setState(
  db: Db,
  { entNo, tmplNo, ver }: { entNo: string; tmplNo: string; ver?: number | undefined },
  stt: string,
) {
  const { stt: before } = await stateOf(db, entNo, tmplNo)
  if (before === TemplateState.draft) throw invalidField('tmplNo', '模板还没有发布，不能启用或停用')
  return updateRow(db, 'tmpl', { entNo, tmplNo }, { ver, stt }, ['tmplNo', 'ver'])
}

const stateOf = async (db: Db, entNo: string, tmplNo: string) =>
  requireRow(
    await db
      .selectFrom('tmpl')
      .select(['typeNo', 'stt', 'verNo', 'draft', 'draftSets'])
      .where('entNo', '=', entNo)
      .where('tmplNo', '=', tmplNo)
      .where('stt', '<>', TemplateState.deleted)
      .forUpdate()
      .executeTakeFirst(),
  )
