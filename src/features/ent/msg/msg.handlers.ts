import { sql } from 'kysely'
import { MessageState, type ScopePart } from '#domain/messages/messages.contract.ts'
import { countByChannel, countUnreached } from '#domain/messages/delivery/routing.ts'
import { namedParts, reachOf, readParts, unreachedPupils } from '#domain/messages/receivers.ts'
import { titlesOf } from '#contract/explain.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { pageOf, requireRow } from '#server/database/rows.ts'
import { exportPeople } from '#server/exporting/exportRows.ts'
import { msg, Reader } from './msg.contract.ts'
import { messageColumns, messageOut, readerColumns, readerFields, readersOf, sentMessages } from './msg.list.ts'
import { addTo, cancelWaiting, deleteDraft, recallMessage, remindReaders, saveMessage, sendWritten } from './msg.write.ts'
import { readEvents, setEvent } from './msg.events.ts'
import './msg.table.ts'

/** Limits the pupils without a guardian that a preview names. */
const mostUnreached = 50

const readerSheet = {
  module: 'msg',
  noun: '接收人',
  fields: readerFields,
  titles: titlesOf(Reader, readerFields),
  widths: { place: 20, readTm: 18, doneTm: 18, rcptNote: 30 },
  source: import.meta.resolve('./msg.export.rows.ts'),
}

export const msgHandlers = serve(msg, {
  async getpage({ pageIndex, pageSize, ...filter }, context) {
    const list = sentMessages(context, filter).select(messageColumns)
    const { datas, ...counts } = await pageOf(list, ['-m.updTm', 'm.msgNo'], { pageIndex, pageSize })
    return { ...counts, datas: datas.map(messageOut(context)) }
  },

  async get({ entNo, msgNo }, context) {
    const { db } = context
    const row = requireRow(
      await sentMessages(context, { entNo })
        .where('m.msgNo', '=', msgNo)
        .select(messageColumns)
        .select(['m.body', 'm.choices', 'm.scope'])
        .executeTakeFirst(),
    )
    const { rows } = await sql<{ choice: string; cnt: number }>`select c.choice, count(t.rcv_no)::int as cnt
      from unnest(${row.choices}::text[]) with ordinality c (choice, at)
      left join msgto t on t.ent_no = ${entNo} and t.msg_no = ${msgNo} and t.rcpt = c.choice group by c.choice, c.at order by c.at`.execute(
      db,
    )
    return { ...messageOut(context)(row), scope: await shownScope(context, entNo, row.scope), choiceCnts: rows }
  },

  async getreaders({ pageIndex, pageSize, ...filter }, context) {
    await requireSent(context, filter)
    return pageOf(readersOf(context.db, filter).select(readerColumns), ['t.rcvNo'], { pageIndex, pageSize })
  },

  async preview({ entNo, scope, title, msgCls }, context) {
    const { db, me } = context
    requireOwn(context, entNo)
    const parts = await namedParts(db, entNo, scope)
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from msg where ent_no = ${entNo} and emp_no = ${me.idntVal}
      and title = ${title ?? ''} and stt = ${MessageState.sent} and sent_tm > now() - interval '1 day'`.execute(db)
    return {
      scope: parts,
      ...(await reachOf(db, entNo, { parts, but: me.idntVal })),
      ...(await countUnreached(db, entNo, { parts, but: me.idntVal })),
      chnCnts: await countByChannel(db, entNo, { parts, but: me.idntVal }, msgCls),
      sameCnt: rows[0]?.n ?? 0,
      unreached: await unreachedPupils(db, entNo, scope, mostUnreached),
    }
  },

  save: saveMessage,
  send: sendWritten,
  recall: recallMessage,
  cancel: cancelWaiting,
  addto: addTo,
  remind: remindReaders,
  delete: deleteDraft,

  getevents: ({ entNo }, context) => readEvents(context, entNo),

  async setevent(input, context) {
    await setEvent(context, input)
    return null
  },

  async export(filter, context) {
    await requireSent(context, filter)
    return exportPeople({ filter, mask: '1' }, readerSheet, context)
  },
})

const requireSent = async (context: Context, { entNo, msgNo }: { entNo: string; msgNo: string }) =>
  requireRow(await sentMessages(context, { entNo }).where('m.msgNo', '=', msgNo).select('m.msgNo').executeTakeFirst())

// Shows a sent message's scope as far as it is still there.
async function shownScope({ db }: Context, entNo: string, scope: unknown) {
  const parts = await readParts(db, entNo, scope as ScopePart[])
  return parts.map(({ name, ...part }) => ({ ...part, name: name ?? '（已不存在）' }))
}
