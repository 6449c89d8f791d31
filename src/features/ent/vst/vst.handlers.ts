import { sql } from 'kysely'
import { invalidField } from '#server/base/fault.ts'
import { Status } from '#contract/fields.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { readFilled } from '#domain/forms/formTemplates.ts'
import { checkPicked } from '#domain/forms/picking/checkPicked.ts'
import { requireRow } from '#server/database/rows.ts'
import { requireOwn } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { keepVisit, readVisitForm, tellOfVisit } from '#domain/visits/visitEntry.ts'
import { fixedColumn, hostIn } from '#domain/visits/visitForm.ts'
import { tellOfEvent } from '#domain/messages/events.ts'
import { hostWithin, isAwaited, isToHost, type VisitMove, moveVisit } from '#domain/visits/visits.ts'
import { vst } from './vst.contract.ts'
import { exportVisits } from './export/vst.export.ts'
import { makeHostKey } from './gate/vst.link.ts'
import { readFormValues } from './vst.formValues.ts'
import { visitChips, filterOf, selectVisits, visits } from './vst.list.ts'
import { readVisitPage, readVisit, revealValue } from './vst.read.ts'
import './vst.undo.ts'
import './vst.table.ts'

export const vstHandlers = serve(vst, {
  getvstnotepersonalpage: (input, context) => readVisitPage(input, '0', context),
  getvstnoteteampage: (input, context) => readVisitPage(input, '1', context),

  async getstatis(filter, context) {
    const count = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`
    return visits(context.db, await filterOf(filter, context))
      .select([count(visitChips.wait).as('waitCnt'), count(visitChips.in).as('inCnt')])
      .select([count(visitChips.today).as('todayCnt'), count(visitChips.late).as('lateCnt')])
      .executeTakeFirstOrThrow()
  },

  get: readVisit,

  async create({ entNo, tmplNo, vals }, context) {
    const { db, me, number } = context
    requireOwn(context, entNo)
    const { verNo, billClmns: columns } = await readVisitForm(db, entNo, tmplNo)
    const filled = await readFilled(db, entNo, columns, vals)
    const values = await withHost(db, entNo, columns, filled)
    // Leaves the host to what was found above.
    const host = fixedColumn(columns, 'toEmp')?.clmnNo ?? ''
    await checkPicked(context, entNo, columns, { values, before: { [host]: values[host] } })
    const vstNo = await number('VST_NO')
    await keepVisit(context, { entNo, vstNo, tmplNo, verNo, columns, values, userNo: me.userNo })
    return { vstNo }
  },

  makehostkey: makeHostKey,
  pass: ({ entNo, vstNo }, context) => move(context, { entNo, vstNo }, 'pass'),
  reject: ({ entNo, vstNo, answer }, context) => move(context, { entNo, vstNo }, 'reject', { answer }),
  cancel: ({ entNo, vstNo }, context) => move(context, { entNo, vstNo }, 'cancel'),
  arrive: (input, context) => moveAtGate(context, input, 'arrive'),
  leave: (input, context) => moveAtGate(context, input, 'leave'),

  reveal: revealValue,

  export: exportVisits,
})

async function move(
  context: Context,
  which: { entNo: string; vstNo: string },
  how: VisitMove,
  changes?: Record<string, unknown>,
) {
  await moveVisit(context.db, { ...which, hostNo: hostWithin(context, which.entNo) }, how, changes)
  return null
}

type AtGate = { entNo: string; vstNo?: string | undefined; passNo?: string | undefined; gate?: string | undefined }

async function moveAtGate(context: Context, { entNo, gate, ...named }: AtGate, how: 'arrive' | 'leave') {
  const { db } = context
  if (!named.vstNo === !named.passNo) throw invalidField('passNo', '请输入入校码，或在列表里选一次来访')
  const hostNo = hostWithin(context, entNo)
  const vstNo = named.vstNo ?? (await visitOfCode(context, entNo, named.passNo as string))
  const at = how === 'arrive' ? { inDt: sql`now()`, gate: gate ?? null } : { outDt: sql`now()`, outGate: gate ?? null }
  await moveVisit(db, { entNo, vstNo, hostNo }, how, at)
  const row = await selectVisits(db, { entNo, vstNos: [vstNo] }).executeTakeFirstOrThrow()
  if (how === 'arrive') {
    await tellOfEvent(context, {
      entNo,
      evt: 'vstin',
      title: `${row.vstName}已到校`,
      body: gate ? `在${gate}登记` : '',
      empNos: [row.toEmpNo],
      about: { type: 'vst', no: vstNo },
    })
    await tellOfVisit(context, {
      entNo,
      vstNo,
      toEmpNo: row.toEmpNo,
      stuNo: row.child?.stuNo ?? null,
      title: `访客${row.vstName}已到校`,
    })
  }
  const { pht } = requireRow((await readFormValues(db, context.services.secret, { entNo, rows: [row] })).get(vstNo))
  return { vstNo, vstName: row.vstName, pht }
}

async function visitOfCode(context: Context, entNo: string, passNo: string): Promise<string> {
  const { rows } = await sql<{ vstNo: string }>`select v.vst_no from vst v where v.ent_no = ${entNo} and v.pass_no = ${passNo}
    and ${isAwaited} and ${isToHost(hostWithin(context, entNo))}`.execute(context.db)
  if (!rows[0]) throw invalidField('passNo', '没有这个入校码，或来访已过期、已离校')
  return rows[0].vstNo
}

// Adds the name of the host, which the form, knowing only that somebody was picked, cannot give.
async function withHost(db: Db, entNo: string, columns: readonly Column[], values: FormValues): Promise<FormValues> {
  const field = fixedColumn(columns, 'toEmp')?.clmnNo ?? ''
  const { no } = hostIn(columns, values)
  const { rows } = await sql<{ empName: string }>`select emp_name from emp
    where ent_no = ${entNo} and emp_no = ${no} and stt = ${Status.enabled}`.execute(db)
  if (!rows[0]) throw invalidField(field, '被访人不存在或已停用，请重新选择')
  return { ...values, [field]: [{ no, name: rows[0].empName }] }
}
