import { sql } from 'kysely'
import type { Column, FormValues } from '#contract/form/column.ts'
import { readAnswerFiles } from '#domain/collections/answerFiles.ts'
import { countKnown, onlyGaps } from '#domain/collections/archive/knownCounts.ts'
import { askedIn, countAsked } from '#domain/collections/asked.ts'
import type { WriteBack } from '#domain/collections/collections.contract.ts'
import { ownerNames, targetedColumns } from '#contract/form/archiveFields.ts'
import { summarize } from '#domain/collections/summaries.ts'
import { clearWords, maskValues, readColumns, readOffered, requireFillable } from '#domain/forms/formTemplates.ts'
import type { ScopePart } from '#domain/messages/messages.contract.ts'
import { namedParts, readParts, unreachedPupils } from '#domain/messages/receivers.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { countedNo, pageOf, requireRow } from '#server/database/rows.ts'
import { limitLooks, recordLook } from '#server/history/history.ts'
import { hnd } from './hnd.contract.ts'
import { exportAnswers } from './export/hnd.export.ts'
import { exportFiles } from './export/hnd.files.ts'
import { askedColumns, askedOf, collectionColumns, collectionOut, collections, requireCollection } from './hnd.list.ts'
import { answerFor, exempt, giveBack, readProxied, remindAsked, sendProxyFile } from './hnd.chase.ts'
import { deleteDraft, endCollection, handOut, reopenCollection, saveCollection } from './hnd.write.ts'
import { readProgress } from './hnd.progress.ts'
import './hnd.table.ts'

// Limits the pupils without a guardian that a preview names.
const mostUnreached = 50

export const hndHandlers = serve(hnd, {
  async getpage({ pageIndex, pageSize, ...filter }, context) {
    const list = collections(context, filter).select(collectionColumns)
    const { datas, ...counts } = await pageOf(list, ['-h.updTm', 'h.hndNo'], { pageIndex, pageSize })
    return { ...counts, datas: datas.map(collectionOut(context)) }
  },

  async get({ entNo, hndNo }, context) {
    const { db } = context
    const { verNo, scope, msgNo: _, ...row } = await requireCollection(context, { entNo, hndNo })
    const parts = await readParts(db, entNo, scope as ScopePart[])
    return {
      ...collectionOut(context)(row),
      lateFlag: row.lateFlag as '0' | '1',
      editFlag: row.editFlag as '0' | '1',
      joinFlag: row.joinFlag as '0' | '1',
      gapFlag: row.gapFlag as '0' | '1',
      backs: row.backs as WriteBack[],
      scope: parts.map(({ name, ...part }) => ({ ...part, name: name ?? '（已不存在）' })),
      billClmns: await columnsOf(context, { entNo, tmplNo: row.tmplNo, verNo }),
      ...(await readProgress(context, entNo, hndNo)),
    }
  },

  async getasked({ pageIndex, pageSize, ...filter }, context) {
    await requireCollection(context, filter)
    return pageOf(askedOf(context.db, filter).select(askedColumns), ['t.stt', 't.toNo'], { pageIndex, pageSize })
  },

  async getanswer({ entNo, hndNo, toNo }, context) {
    const { tmplNo, verNo } = await requireCollection(context, { entNo, hndNo })
    const billClmns = await columnsOf(context, { entNo, tmplNo, verNo })
    const { name, vals, sentTm } = await answerOf(context, { entNo, hndNo, toNo })
    const files = await readAnswerFiles(context.db, context.services.secret, { entNo, toNo: countedNo(toNo) })
    return { name, billClmns, vals: vals && maskValues(billClmns, vals), sentTm, files: vals ? files : [] }
  },

  async reveal({ entNo, hndNo, toNo, clmnNo }, context) {
    const { db, me, services } = context
    await limitLooks(db, entNo, me.userNo)
    const { tmplNo, verNo } = await requireCollection(context, { entNo, hndNo })
    const { vals } = await answerOf(context, { entNo, hndNo, toNo })
    if (!vals) return { value: null }
    await recordLook(db, entNo, 'ans', { to_no: toNo, field: clmnNo })
    const columns = await columnsOf(context, { entNo, tmplNo, verNo })
    return { value: await clearWords(db, services.secret, entNo, { columns, values: vals, clmnNo }) }
  },

  async getstatis({ entNo, hndNo }, context) {
    const { db } = context
    const { tmplNo, verNo } = await requireCollection(context, { entNo, hndNo })
    const columns = await columnsOf(context, { entNo, tmplNo, verNo })
    const { rows } = await sql<{ vals: FormValues }>`select a.vals from ans a join hndto t using (ent_no, to_no)
      where a.ent_no = ${entNo} and a.hnd_no = ${hndNo} and a.stt = '1'`.execute(db)
    const answers = rows.map(({ vals }) => vals)
    return { ansCnt: answers.length, questions: summarize(columns, answers, await readOffered(db, entNo, columns)) }
  },

  async preview({ entNo, scope, tmplNo, gapFlag }, context) {
    const { db } = context
    requireOwn(context, entNo)
    const parts = await namedParts(db, entNo, scope)
    const columns = tmplNo ? (await requireFillable(db, entNo, tmplNo)).billClmns : []
    const people = askedIn(entNo, { parts })
    const isGap = gapFlag === '1'
    return {
      scope: parts,
      ...(await countAsked(db, isGap ? onlyGaps(entNo, people, columns) : people)),
      unreached: isGap ? [] : await unreachedPupils(db, entNo, scope, mostUnreached),
      knowns: await countKnown(db, entNo, people, columns),
      targets: targetedColumns(columns).map(({ column: { clmnNo, clmnName }, target: { owner, name } }) => ({
        clmnNo,
        clmnName,
        field: `${ownerNames[owner]} · ${name}`,
      })),
    }
  },

  save: saveCollection,
  handout: handOut,
  end: endCollection,
  reopen: reopenCollection,
  exempt,
  remind: remindAsked,
  proxy: answerFor,
  upload: sendProxyFile,
  getproxy: readProxied,
  giveback: giveBack,
  delete: deleteDraft,
  export: exportAnswers,
  exportfiles: exportFiles,
})

type Version = { entNo: string; tmplNo: string; verNo: number | null }

/** Reads the questions: of the version that was handed out, or of a draft those that would be now. */
async function columnsOf({ db }: Context, { entNo, tmplNo, verNo }: Version): Promise<Column[]> {
  if (verNo !== null) return readColumns(db, entNo, tmplNo, verNo)
  const { rows } = await sql<{ billClmns: Column[] }>`select v.bill_clmns from tmpl t
    join tmplver v on v.ent_no = t.ent_no and v.tmpl_no = t.tmpl_no and v.ver_no = t.ver_no
    where t.ent_no = ${entNo} and t.tmpl_no = ${tmplNo}`.execute(db)
  return rows[0]?.billClmns ?? []
}

async function answerOf({ db }: Context, { entNo, hndNo, toNo }: { entNo: string; hndNo: string; toNo: string }) {
  const row = requireRow(
    await askedOf(db, { entNo, hndNo, state: 'all' })
      .where('t.toNo', '=', countedNo(toNo))
      .select(['a.vals', 'a.sentTm', sql<string>`coalesce(e.emp_name, s.stu_name)`.as('name')])
      .executeTakeFirst(),
  )
  return { ...row, vals: row.vals as FormValues | null }
}
