import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/context.ts'
import { Fault } from '#server/fault.ts'
import { readFilled } from '#server/forms.ts'
import { limitLooks, recordLook } from '#server/history.ts'
import { found } from '#server/rows.ts'
import { requireOwn } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { keepVisit, readVisitForm } from '#server/visitEntry.ts'
import { hostWithin, isAwaited, isToHost, type Move, moveVisit } from '#server/visits.ts'
import { vst } from './vst.contract.ts'
import { exportVisits } from './vst.export.ts'
import { chips, visits } from './vst.list.ts'
import { readPage, readVisit } from './vst.read.ts'

export const vstHandlers = serve(vst, {
  getvstnotepersonalpage: (input, context) => readPage(input, '0', context),
  getvstnoteteampage: (input, context) => readPage(input, '1', context),

  async getstatis(filter, context) {
    const count = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`
    return visits(context.db, { ...filter, hostNo: hostWithin(context, filter.entNo) })
      .select([count(chips.wait).as('waitCnt'), count(chips.in).as('inCnt')])
      .select([count(chips.today).as('todayCnt'), count(chips.late).as('lateCnt')])
      .executeTakeFirstOrThrow()
  },

  get: readVisit,

  async create({ entNo, tmplNo, vals }, context) {
    const { db, me, services, number } = context
    requireOwn(context, entNo)
    const { verNo, billClmns: columns } = await readVisitForm(db, entNo, tmplNo)
    const values = await readFilled(db, entNo, columns, vals)
    await checkHost(context, entNo, values[columns.find(({ fldCode }) => fldCode === 'toEmp')?.clmnNo ?? ''])
    const vstNo = await number('VST_NO')
    await keepVisit(db, services.secret, { entNo, vstNo, tmplNo, verNo, columns, values, userNo: me.userNo })
    return { vstNo }
  },

  pass: ({ entNo, vstNo }, context) => move(context, { entNo, vstNo }, 'pass'),
  reject: ({ entNo, vstNo, answer }, context) => move(context, { entNo, vstNo }, 'reject', { answer }),
  cancel: ({ entNo, vstNo }, context) => move(context, { entNo, vstNo }, 'cancel'),
  arrive: (input, context) => moveAtGate(context, input, 'arrive'),
  leave: (input, context) => moveAtGate(context, input, 'leave'),

  async reveal({ entNo, vstNo, field, rdx }, context) {
    const { db, me, services } = context
    await limitLooks(db, entNo, me.userNo)
    const list = visits(db, { entNo, vstNos: [vstNo], hostNo: hostWithin(context, entNo) })
    const visit = found(await list.select(['v.vstTel', 'v.idNo']).executeTakeFirst())
    const mates = db.selectFrom('vstmate').where('entNo', '=', entNo).where('vstNo', '=', vstNo)
    const shown = rdx ? found(await mates.where('rdx', '=', rdx).select(['mateTel as vstTel', 'idNo']).executeTakeFirst()) : visit
    await recordLook(db, entNo, 'vst', { vst_no: vstNo, field, ...(rdx && { rdx }) })
    return { value: field === 'vstTel' ? shown.vstTel : shown.idNo && services.secret.open(shown.idNo) }
  },

  export: exportVisits,
})

async function move(context: Context, which: { entNo: string; vstNo: string }, how: Move, changes?: Record<string, unknown>) {
  await moveVisit(context.db, { ...which, hostNo: hostWithin(context, which.entNo) }, how, changes)
  return null
}

type AtGate = { entNo: string; vstNo?: string | undefined; passNo?: string | undefined; gate?: string | undefined }

async function moveAtGate(context: Context, { entNo, gate, ...named }: AtGate, how: 'arrive' | 'leave') {
  const { db } = context
  if (!named.vstNo === !named.passNo) throw wrong('passNo', '请输入入校码，或在列表里选一次来访')
  const hostNo = hostWithin(context, entNo)
  const vstNo = named.vstNo ?? (await visitOfCode(context, entNo, named.passNo as string))
  const at = how === 'arrive' ? { inDt: sql`now()`, gate: gate ?? null } : { outDt: sql`now()`, ...(gate && { gate }) }
  await moveVisit(db, { entNo, vstNo, hostNo }, how, at)
  const list = visits(db, { entNo, vstNos: [vstNo] }).select(['v.vstNo', 'v.vstName'])
  return list.executeTakeFirstOrThrow()
}

async function visitOfCode(context: Context, entNo: string, passNo: string): Promise<string> {
  const { rows } = await sql<{ vstNo: string }>`select v.vst_no from vst v where v.ent_no = ${entNo} and v.pass_no = ${passNo}
    and ${isAwaited} and ${isToHost(hostWithin(context, entNo))}`.execute(context.db)
  if (!rows[0]) throw wrong('passNo', '没有这个入校码，或来访已过期、已离校')
  return rows[0].vstNo
}

// A form only knows that somebody was picked.
async function checkHost({ db }: Context, entNo: string, picked: unknown) {
  const [host] = picked as [{ no: string }]
  const { rows } = await sql`select from emp where ent_no = ${entNo} and emp_no = ${host.no} and stt = ${Status.enabled}`.execute(
    db,
  )
  if (rows.length === 0) throw wrong('vals', '被访人不存在或已停用，请重新选择')
}

const wrong = (field: string, message: string) => new Fault('invalid', message, { errors: [{ field, message }] })
