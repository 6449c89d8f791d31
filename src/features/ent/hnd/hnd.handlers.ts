import { countKnown, onlyGaps } from '#domain/collections/archive/knownCounts.ts'
import { findFlowOf } from '#domain/approvals/answers/submitting.ts'
import { askedIn, countAsked } from '#domain/collections/asked.ts'
import type { WriteBack } from '#domain/collections/collections.contract.ts'
import { ownerNames, targetedColumns } from '#contract/form/archiveFields.ts'
import { requireFillable } from '#domain/forms/formTemplates.ts'
import type { ScopePart } from '#domain/messages/messages.contract.ts'
import { namedParts, readParts, unreachedPupils } from '#domain/messages/receivers.ts'
import { requireOwn } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { pageOf } from '#server/database/rows.ts'
import { hnd } from './hnd.contract.ts'
import { columnsOf, readAnswer, readAnswers, readStatistics, revealAnswer } from './answers/hnd.answers.ts'
import { linkOf, readRounds } from './link/hnd.link.ts'
import { exportAnswers } from './export/hnd.export.ts'
import { exportFiles } from './export/hnd.files.ts'
import { collectionColumns, collectionOut, collections, readAsked, requireCollection } from './hnd.list.ts'
import { answerFor, discardAnswer, exempt, giveBack, readProxied, remindAsked, sendProxyFile } from './hnd.chase.ts'
import { deleteDraft, endCollection, handOut, renewLink, reopenCollection, saveCollection, stopRepeat } from './hnd.write.ts'
import { readProgress } from './hnd.progress.ts'
import './hnd.table.ts'

// Limits the pupils without a guardian that a preview names.
const mostUnreached = 50

export const hndHandlers = serve(hnd, {
  async getpage({ pageIndex, pageSize, ...filter }, context) {
    const list = collections(context, { ...filter, isLatest: true }).select(collectionColumns)
    const { datas, ...counts } = await pageOf(list, ['-h.updTm', 'h.hndNo'], { pageIndex, pageSize })
    return { ...counts, datas: datas.map(collectionOut(context)) }
  },

  async get({ entNo, hndNo }, context) {
    const { db } = context
    const { verNo, scope, msgNo: _, srsNo, lnkNo, passWord, ...row } = await requireCollection(context, { entNo, hndNo })
    const own = collectionOut(context)(row)
    const parts = await readParts(db, entNo, scope as ScopePart[])
    return {
      ...own,
      lateFlag: row.lateFlag as '0' | '1',
      editFlag: row.editFlag as '0' | '1',
      joinFlag: row.joinFlag as '0' | '1',
      gapFlag: row.gapFlag as '0' | '1',
      aprFlag: row.aprFlag as '0' | '1',
      backs: row.backs as WriteBack[],
      scope: parts.map(({ name, ...part }) => ({ ...part, name: name ?? '（已不存在）' })),
      billClmns: await columnsOf(context, { entNo, tmplNo: row.tmplNo, verNo }),
      ...(await readProgress(context, entNo, hndNo)),
      rounds: await readRounds(context, { entNo, hndNo, srsNo }),
      ...linkOf(context, { entNo, lnkNo, passWord, ...own }),
    }
  },

  getasked: readAsked,

  getanswer: readAnswer,
  getanswers: readAnswers,
  reveal: revealAnswer,
  getstatis: readStatistics,

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
      flowName: (tmplNo && (await findFlowOf(db, entNo, tmplNo))?.flowName) || null,
      targets: targetedColumns(columns).map(({ column: { clmnNo, clmnName }, target: { owner, name } }) => ({
        clmnNo,
        clmnName,
        field: `${ownerNames[owner]} · ${name}`,
      })),
    }
  },

  save: saveCollection,
  stoprepeat: stopRepeat,
  renewlink: renewLink,
  discard: discardAnswer,
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
