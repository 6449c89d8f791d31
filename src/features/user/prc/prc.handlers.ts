import { type SqlBool, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import { type Chosen, keptSteps, ProcessState, type Step, TaskKind, TaskState } from '#domain/approvals/approvals.contract.ts'
import { fieldsHiddenFrom } from '#domain/approvals/hiding.ts'
import { advance } from '#domain/approvals/advancing.ts'
import { changeProcess, dropTasks, endTask, lockProcess, type Process } from '#domain/approvals/processes.ts'
import { cutShort } from '#domain/leaves/cutShort.ts'
import {
  checkFormFiles,
  checkPicked,
  clearWords,
  filesIn,
  readColumns,
  readFilled,
  readFormTemplates,
  sealValues,
} from '#domain/forms/formTemplates.ts'
import { remindOnceADay } from '#domain/messages/reminders.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { likeOf } from '#server/base/search.ts'
import type { Context } from '#server/call/context.ts'
import { refuseImpersonation } from '#server/call/impersonation.ts'
import { requireOwn, withoutScope } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { pageOf, requireRow } from '#server/database/rows.ts'
import { recordLook } from '#server/history/history.ts'
import { prc } from './prc.contract.ts'
import { readProcess, requireVisible } from './prc.read.ts'

/** Reads the flow that is in use, with its form as it is now. Throws notFound where it cannot be started. */
async function readOffer(context: Context, entNo: string, flowNo: string) {
  const { db } = context
  const { rows } = await sql<{ flowName: string; des: string | null; tmplNo: string; verNo: number; steps: Step[] }>`
    select f.flow_name, f.des, f.tmpl_no, f.ver_no, v.steps from flow f join flowver v using (ent_no, flow_no, ver_no)
    where f.ent_no = ${entNo} and f.flow_no = ${flowNo} and f.stt = '2'`.execute(db)
  const offer = requireRow(rows[0])
  const [template] = await readFormTemplates(db, entNo, { tmplNo: offer.tmplNo })
  if (!template) throw new Fault('invalid', '这张表单已停用，不能再发起，请联系管理员')
  return { ...offer, steps: keptSteps(offer.steps), template }
}

/** Leaves out the fields that are filled in later by those who decide. */
const startersColumns = (columns: readonly Column[], steps: readonly Step[]) =>
  columns.filter(({ clmnNo }) => !steps.some(({ fills }) => fills.includes(clmnNo)))

type Filled = { entNo: string; columns: readonly Column[]; steps: readonly Step[]; vals: FormValues; before?: readonly string[] }

/** Reads what the starter filled in, as it is stored. Throws invalid with every error by column. */
async function readStarted(context: Context, { entNo, columns, steps, vals, before }: Filled): Promise<FormValues> {
  const { db, me, services } = context
  const own = startersColumns(columns, steps)
  const values = await readFilled(db, entNo, own, vals)
  await checkPicked(context, entNo, own, values)
  await checkFormFiles(db, { entNo, userNo: me.userNo }, { columns: own, values, before })
  return sealValues(services.secret, own, values)
}

function checkChosen(steps: readonly Step[], chosen: Chosen) {
  const missing = steps.find(({ who, stepNo }) => who === 'chosen' && !chosen[stepNo]?.length)
  if (missing) throw invalidField('chosen', `请选择“${missing.stepName}”的审批人`)
}

/** Locks a process of the caller's own. Throws notFound for others'. */
async function lockOwn(context: Context, which: { entNo: string; prcNo: string; ver?: number | undefined }): Promise<Process> {
  requireOwn(context, which.entNo)
  refuseImpersonation(context, '替他处理')
  const process = await lockProcess(context, which)
  if (process.starter !== context.me.idntVal) throw new Fault('notFound')
  return process
}

export const prcHandlers = serve(prc, {
  async getforms({ entNo }, context) {
    requireOwn(context, entNo)
    const { rows } = await sql<{
      flowNo: string
      flowName: string
      des: string | null
      typeNo: string
      typeName: string
    }>`select f.flow_no, f.flow_name, f.des, t.type_no, b.type_name
      from flow f join tmpl t using (ent_no, tmpl_no) join billtype b using (type_no)
      where f.ent_no = ${entNo} and f.stt = '2' and t.stt = '2' order by t.type_no, f.flow_no`.execute(context.db)
    return rows
  },

  async getform({ entNo, flowNo }, context) {
    requireOwn(context, entNo)
    const { flowName, des, steps, template } = await readOffer(context, entNo, flowNo)
    const picks = steps.filter(({ who }) => who === 'chosen').map(({ stepNo, stepName }) => ({ stepNo, stepName }))
    return { flowName, des, billClmns: startersColumns(template.billClmns, steps), picks }
  },

  async start({ entNo, flowNo, vals, chosen }, context) {
    const { db, me } = context
    requireOwn(context, entNo)
    refuseImpersonation(context, '替他处理')
    const { flowName, verNo, steps, template } = await readOffer(context, entNo, flowNo)
    const values = await readStarted(context, { entNo, columns: template.billClmns, steps, vals })
    checkChosen(steps, chosen)
    const prcNo = await context.number('PRC_NO')
    await withoutScope(context, async () => {
      const { empName } = await db
        .selectFrom('emp')
        .select('empName')
        .where('entNo', '=', entNo)
        .where('empNo', '=', me.idntVal)
        .executeTakeFirstOrThrow()
      const { tmplNo, verNo: tmplVer } = template
      const handedIn = { title: `${empName}的${flowName}`, empNo: me.idntVal, sentTm: sql<string>`now()` }
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
      await advance(context, await lockProcess(context, { entNo, prcNo }), 1)
    })
    return { prcNo }
  },

  async getpage({ entNo, stt, keyWord, pageIndex, pageSize }, context) {
    requireOwn(context, entNo)
    const { db, me } = context
    return withoutScope(context, () =>
      pageOf(
        db
          .selectFrom('prc as p')
          .innerJoin('flow as f', (on) => on.onRef('f.entNo', '=', 'p.entNo').onRef('f.flowNo', '=', 'p.flowNo'))
          .where('p.entNo', '=', entNo)
          .where('p.empNo', '=', me.idntVal)
          .$if(!!stt, (list) => list.where('p.stt', '=', stt as string))
          .$if(!!keyWord, (list) => list.where(sql<SqlBool>`lower(p.title) like ${likeOf(keyWord)}`))
          .select(['p.prcNo', 'p.title', 'f.flowName', 'p.stt', 'p.sentTm', 'p.doneTm'])
          .select([
            openTask(sql`min(t.step_name)`).as('stepName'),
            openTask(sql`string_agg(distinct e.emp_name, '、')`).as('waitFor'),
          ]),
        ['-p.sentTm', '-p.prcNo'],
        { pageIndex, pageSize },
      ),
    )
  },

  get: ({ entNo, prcNo }, context) => readProcess(context, { entNo, prcNo }),

  async reveal({ entNo, prcNo, clmnNo }, context) {
    const { db, services } = context
    await requireVisible(context, { entNo, prcNo })
    if ((await fieldsHiddenFrom(context, { entNo, prcNo })).has(clmnNo)) throw new Fault('notFound')
    const { vals, tmplNo, tmplVer } = await db
      .selectFrom('prc')
      .select(['vals', 'tmplNo', 'tmplVer'])
      .where('entNo', '=', entNo)
      .where('prcNo', '=', prcNo)
      .executeTakeFirstOrThrow()
    await recordLook(db, entNo, 'prc', { prc_no: prcNo, field: clmnNo })
    const columns = await readColumns(db, entNo, tmplNo, tmplVer)
    return { value: await clearWords(db, services.secret, entNo, { columns, values: vals as FormValues, clmnNo }) }
  },

  async resend({ vals, chosen, ...which }, context) {
    const process = await lockOwn(context, which)
    if (process.stt !== ProcessState.returned) throw new Fault('invalid', '这个申请没有退回给你，不能重新提交')
    const { db, me } = context
    const { entNo, steps, values: before, jumpAt } = process
    const columns = await readColumns(db, entNo, process.tmplNo, process.tmplVer)
    const given = await readStarted(context, { entNo, columns, steps, vals, before: filesIn(columns, before) })
    checkChosen(steps, { ...process.chosen, ...chosen })
    const values = { ...keptOf(columns, steps, before), ...given }
    await withoutScope(context, async () => {
      const { rows } = await sql<{
        tskNo: string
      }>`select tsk_no::text from tsk where ent_no = ${entNo} and prc_no = ${process.prcNo}
        and kind = ${TaskKind.again} and stt = ${TaskState.waiting}`.execute(db)
      for (const { tskNo } of rows)
        await endTask(context, process, { tskNo: Number(tskNo), empNo: me.idntVal }, { stt: TaskState.passed, word: '重新提交' })
      const renewed = { ...process, values, chosen: { ...process.chosen, ...chosen } }
      await changeProcess(context, process, {
        vals: JSON.stringify(values),
        chosen: JSON.stringify(renewed.chosen),
        jumpAt: null,
      })
      await advance(context, renewed, jumpAt ?? 1)
    })
    return null
  },

  async withdraw(which, context) {
    const process = await lockOwn(context, which)
    if (process.stt !== ProcessState.open && process.stt !== ProcessState.returned)
      throw new Fault('invalid', '这个申请已经办结，不能撤回')
    if (process.stt === ProcessState.open && (await isDecided(context, process)))
      throw new Fault('invalid', '已经有人审批，不能撤回，可以请审批人退回')
    await dropTasks(context, process)
    await changeProcess(context, process, { stt: ProcessState.withdrawn, stepAt: null, jumpAt: null, doneTm: sql`now()` })
    return null
  },

  async cutleave({ entNo, lveNo }, context) {
    requireOwn(context, entNo)
    refuseImpersonation(context, '替他处理')
    await withoutScope(context, async () => {
      const { rows } = await sql`select from lve l join prc p using (ent_no, prc_no)
        where l.ent_no = ${entNo} and l.lve_no = ${lveNo} and l.stt = '1' and p.emp_no = ${context.me.idntVal}`.execute(
        context.db,
      )
      requireRow(rows[0])
      await cutShort(context, { entNo, lveNo })
    })
    return null
  },

  async urge(which, context) {
    const process = await lockOwn(context, which)
    if (process.stt !== ProcessState.open) throw new Fault('invalid', '这个申请不在审批中，不用催办')
    return remindOnceADay(context, process, { isAwaited: sql`t.done_tm is null`, nobody: '没有可以催办的人' })
  },
})

// Keeps what those who decided have filled in.
const keptOf = (columns: readonly Column[], steps: readonly Step[], values: FormValues): FormValues => {
  const own = new Set(startersColumns(columns, steps).map(({ clmnNo }) => clmnNo))
  return Object.fromEntries(Object.entries(values).filter(([clmnNo]) => !own.has(clmnNo)))
}

/** Selects something of the open tasks of the process `p`, with those `e` who have them. */
const openTask = (wanted: ReturnType<typeof sql>) => sql<
  string | null
>`(select ${wanted} from tsk t join emp e using (ent_no, emp_no)
  where t.ent_no = p.ent_no and t.prc_no = p.prc_no and t.kind <> ${TaskKind.copy} and t.stt = ${TaskState.waiting}
    and e.stt <> ${Status.deleted})`

async function isDecided({ db, me }: Context, { entNo, prcNo }: Process) {
  const { rows } = await sql`select from tsk where ent_no = ${entNo} and prc_no = ${prcNo} and kind = ${TaskKind.decide}
    and stt in (${TaskState.passed}, ${TaskState.returned}, ${TaskState.refused}) and emp_no <> ${me.idntVal} limit 1`.execute(db)
  return rows.length > 0
}
