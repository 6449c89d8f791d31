import { sql } from 'kysely'
import type * as z from 'zod'
import type { Column, FormValues } from '#contract/form/column.ts'
import { withoutPoints } from '#contract/form/scores.ts'
import {
  checkFormFiles,
  filesIn,
  readColumns,
  readFilled,
  readFormChoices,
  readFormTemplates,
  sealValues,
} from '#domain/forms/formTemplates.ts'
import { checkPicked } from '#domain/forms/picking/checkPicked.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { withoutScope } from '#server/call/scope.ts'
import type { Db } from '#server/database/database.ts'
import { requireRow } from '#server/database/rows.ts'
import { advance } from './advancing.ts'
import { type Chosen, keptSteps, ProcessState, type Step, TaskKind, TaskState } from './approvals.contract.ts'
import { dropDraft, readDraft } from './drafts.ts'
import { hasCustody, tellGuardians } from './guardians.ts'
import type { Offer, OfferInFull } from './process.contract.ts'
import { changeProcess, endTask, lockProcess, type Process, requireVersion } from './processes.ts'
import { childColumn, isAskedOfGuardians } from './guardianFields.contract.ts'
import { type Guardian, type Handing, isStarter, requireCustody, type Starter } from './starter.ts'

type Given = { vals: FormValues; chosen: Chosen }

// Selects versions `v` of flows by which somebody hands in.
const isFor = ({ empNo }: Starter) => sql`v.start_by in ('both', ${empNo === undefined ? 'ptr' : 'emp'})`

/** Lists what somebody can hand in: published flows that are for them, of forms in use. */
export async function readOffers(db: Db, by: Starter): Promise<z.output<typeof Offer>[]> {
  const { rows } = await sql<z.output<typeof Offer>>`select f.flow_no, f.flow_name, f.des, t.type_no, b.type_name
    from flow f join flowver v using (ent_no, flow_no, ver_no) join tmpl t using (ent_no, tmpl_no) join billtype b using (type_no)
    where f.ent_no = ${by.entNo} and f.stt = '2' and t.stt = '2' and ${isFor(by)} order by t.type_no, f.flow_no`.execute(db)
  return rows
}

/** Tells whether a guardian can hand in anything for a child. */
export async function mayHandIn(db: Db, by: Guardian): Promise<boolean> {
  const { rows } = await sql`select from flow f join flowver v using (ent_no, flow_no, ver_no) join tmpl t using (ent_no, tmpl_no)
    where f.ent_no = ${by.entNo} and f.stt = '2' and t.stt = '2' and ${isFor(by)} and ${hasCustody(by)} limit 1`.execute(db)
  return rows.length > 0
}

/** Reads the flow that is in use, with its form as it is now. Throws notFound where it cannot be started by them. */
async function readOffer(db: Db, by: Starter, flowNo: string) {
  const { rows } = await sql<{ flowName: string; des: string | null; tmplNo: string; verNo: number; steps: Step[] }>`
    select f.flow_name, f.des, f.tmpl_no, f.ver_no, v.steps from flow f join flowver v using (ent_no, flow_no, ver_no)
    where f.ent_no = ${by.entNo} and f.flow_no = ${flowNo} and f.stt = '2' and ${isFor(by)}`.execute(db)
  const offer = requireRow(rows[0])
  const [template] = await readFormTemplates(db, by.entNo, { tmplNo: offer.tmplNo })
  if (!template) throw new Fault('invalid', '这张表单已停用，不能再发起，请联系管理员')
  return { ...offer, steps: keptSteps(offer.steps), template }
}

/** Leaves out the fields that are filled in later by those who decide, and all points. */
export const startersColumns = (columns: readonly Column[], steps: readonly Pick<Step, 'fills'>[]) =>
  withoutPoints(columns.filter(({ clmnNo }) => !steps.some(({ fills }) => fills.includes(clmnNo))))

/** Lists the fields that somebody is asked. */
const askedOf = (by: Starter, columns: readonly Column[], steps: readonly Step[]) =>
  startersColumns(columns, steps).filter((column) => by.empNo !== undefined || isAskedOfGuardians(column))

/** Reads a form that somebody is about to hand in, with what they have written of it. Throws notFound where it is not for them. */
export async function openOffer({ db, services }: Handing, by: Starter, flowNo: string): Promise<z.output<typeof OfferInFull>> {
  await requireCustody(db, by)
  const { flowName, des, steps, template } = await readOffer(db, by, flowNo)
  const billClmns = askedOf(by, template.billClmns, steps)
  const picks = steps.filter(({ who }) => who === 'chosen').map(({ stepNo, stepName }) => ({ stepNo, stepName }))
  const choices = await readFormChoices(db, by.entNo, billClmns)
  const { singleFlag } = template.sets
  return { flowName, des, singleFlag, billClmns, choices, picks, draft: await readDraft(db, services.secret, by, flowNo) }
}

type Filled = { columns: readonly Column[]; steps: readonly Step[]; vals: FormValues; before?: FormValues }

/** Reads what the starter filled in, as it is stored. Throws invalid with every error by column. */
async function readStarted(context: Handing, by: Starter, { columns, steps, vals, before = {} }: Filled): Promise<FormValues> {
  const { db, services } = context
  const own = startersColumns(columns, steps)
  if (by.empNo === undefined) return sealValues(services.secret, own, await readForChild(db, by, own, vals))
  const values = await readFilled(db, by.entNo, own, vals)
  await checkPicked(context, by.entNo, own, { values, before })
  await checkFormFiles(db, by, { columns: own, values, before: filesIn(own, before) })
  return sealValues(services.secret, own, values)
}

/** Reads what a guardian filled in: with the child where the form asks for a pupil, and nothing that a guardian is not asked. */
async function readForChild(db: Db, { entNo, stuNo }: Starter & { stuNo: string }, own: readonly Column[], vals: FormValues) {
  const asked = Object.fromEntries(
    own.flatMap((column) => (isAskedOfGuardians(column) && column.clmnNo in vals ? [[column.clmnNo, vals[column.clmnNo]]] : [])),
  )
  const child = childColumn(own)
  const { rows } = await sql<{ no: string; name: string }>`select stu_no as no, stu_name as name from stu
    where ent_no = ${entNo} and stu_no = ${stuNo}`.execute(db)
  const optional = own.map((column) => (isAskedOfGuardians(column) ? column : { ...column, mustFlag: '0' as const }))
  return readFilled(db, entNo, optional, { ...asked, ...(child && { [child.clmnNo]: rows }) })
}

function checkChosen(steps: readonly Step[], chosen: Chosen) {
  const missing = steps.find(({ who, stepNo }) => who === 'chosen' && !chosen[stepNo]?.length)
  if (missing) throw invalidField('chosen', `请选择“${missing.stepName}”的审批人`)
}

// Limits what waits about one child, so that a link that went astray floods nobody.
const mostOpen = 10

/** Names who hands in, and what about. Throws invalid for a guardian without custody, or with too much under way about the child. */
async function readStarter(db: Db, by: Starter): Promise<{ whose: string; who: string }> {
  if (by.empNo !== undefined) {
    const { rows } = await sql<{ name: string }>`select emp_name as name from emp
      where ent_no = ${by.entNo} and emp_no = ${by.empNo}`.execute(db)
    const { name } = requireRow(rows[0])
    return { whose: name, who: name }
  }
  await requireCustody(db, by)
  const { rows } = await sql<{ whose: string; who: string; open: number }>`select s.stu_name as whose, g.ptr_name as who,
      (select count(*)::int from prc p where p.ent_no = s.ent_no and p.stu_no = s.stu_no
        and p.stt in (${ProcessState.open}, ${ProcessState.returned})) as open
    from stu s join ptr g using (ent_no) where s.ent_no = ${by.entNo} and s.stu_no = ${by.stuNo} and g.ptr_no = ${by.ptrNo}
    for update of s`.execute(db)
  const { open, ...names } = requireRow(rows[0])
  if (open >= mostOpen) throw new Fault('invalid', `${names.whose}已有 ${open} 个申请没有办结，请等学校处理后再提交`)
  return names
}

/** Hands a form in, and opens its first step; what was written as a draft is gone. Answers its number. */
export async function startProcess(context: Handing, by: Starter, { flowNo, vals, chosen }: Given & { flowNo: string }) {
  const { db } = context
  const { entNo, empNo = null, ptrNo = null, stuNo = null } = by
  const { flowName, verNo, steps, template } = await readOffer(db, by, flowNo)
  const { tmplNo, verNo: tmplVer, billClmns: columns } = template
  const values = await readStarted(context, by, { columns, steps, vals })
  checkChosen(steps, chosen)
  const prcNo = await context.number('PRC_NO')
  await withoutScope(context, async () => {
    const { whose, who } = await readStarter(db, by)
    const handedIn = { title: `${whose}的${flowName}`, empNo, ptrNo, stuNo, sentTm: sql<string>`now()` }
    await db
      .insertInto('prc')
      .values({
        entNo,
        prcNo,
        flowNo,
        verNo,
        tmplNo,
        tmplVer,
        ...handedIn,
        vals: JSON.stringify(values),
        chosen,
        stt: '1',
        stepAt: 1,
      })
      .execute()
    await dropDraft(db, by, flowNo)
    const process = await lockProcess(context, { entNo, prcNo })
    const body = `由${who}通过通知链接提交，等待学校审批。如果不是家里人提交的，请马上联系班主任。`
    if (ptrNo !== null) await tellGuardians(context, process, { title: `已提交：${process.title}`, body })
    await advance(context, process, 1)
  })
  return { prcNo }
}

/** Locks a process of the starter's own. Throws notFound for others', at any version, and conflict where it has changed meanwhile. */
export async function lockOwn(
  context: Handing,
  by: Starter,
  { prcNo, ver }: { prcNo: string; ver?: number | undefined },
): Promise<Process> {
  const process = await lockProcess(context, { entNo: by.entNo, prcNo })
  if (!isStarter(process, by)) throw new Fault('notFound')
  await requireCustody(context.db, by)
  requireVersion(process, ver)
  return process
}

/** Hands in again what was returned, with what is written now; fields of those who decided stay. */
export async function resendProcess(
  context: Handing,
  by: Starter,
  { vals, chosen, ...which }: Given & { prcNo: string; ver?: number | undefined },
) {
  const process = await lockOwn(context, by, which)
  if (process.stt !== ProcessState.returned) throw new Fault('invalid', '这个申请没有退回给你，不能重新提交')
  if (process.toNo !== null) throw new Fault('invalid', '这份是收集的答卷，请打开要填的表单，改好后重新提交')
  const { entNo, steps, values: before, jumpAt } = process
  const columns = await readColumns(context.db, entNo, process.tmplNo, process.tmplVer)
  const given = await readStarted(context, by, { columns, steps, vals, before })
  const renewed = {
    ...process,
    values: { ...keptOf(columns, steps, before), ...given },
    chosen: { ...process.chosen, ...chosen },
  }
  checkChosen(steps, renewed.chosen)
  await withoutScope(context, async () => {
    await endAgain(context, by, process)
    const changes = { vals: JSON.stringify(renewed.values), chosen: JSON.stringify(renewed.chosen), jumpAt: null }
    await changeProcess(context, process, changes)
    await advance(context, renewed, jumpAt ?? 1)
  })
}

async function endAgain(context: Handing, by: Starter, process: Process) {
  const { rows } = await sql<{ tskNo: string }>`select tsk_no::text from tsk where ent_no = ${process.entNo}
    and prc_no = ${process.prcNo} and kind = ${TaskKind.again} and stt = ${TaskState.waiting}`.execute(context.db)
  const who = by.empNo === undefined ? { ptrNo: by.ptrNo } : { empNo: by.empNo }
  for (const { tskNo } of rows)
    await endTask(context, process, { tskNo: Number(tskNo), ...who }, { stt: TaskState.passed, word: '重新提交' })
}

// Keeps what those who decided have filled in.
const keptOf = (columns: readonly Column[], steps: readonly Step[], values: FormValues): FormValues => {
  const own = new Set(startersColumns(columns, steps).map(({ clmnNo }) => clmnNo))
  return Object.fromEntries(Object.entries(values).filter(([clmnNo]) => !own.has(clmnNo)))
}
