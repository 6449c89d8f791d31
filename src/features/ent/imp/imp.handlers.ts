import { permits } from '#contract/access.ts'
import type { CellError } from '#contract/importing.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import {
  type Batch,
  type BatchRow,
  type ImportKind,
  lockBatch,
  readBatch,
  readBatchRows,
  rowOut,
  rowTexts,
} from '#server/importing/importBatch.ts'
import { changeBatch, importPreviewOf } from '#server/importing/importService.ts'
import { readProgress } from '#server/importing/importProgress.ts'
import { withPlaces } from '#server/importing/importTable.ts'
import { batchTitle, importKindOf } from '#server/importing/importKinds.ts'
import { pageOf } from '#server/database/rows.ts'
import { applyScope, scopeOf } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { undo } from '#server/history/undo.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { writeUnwritten } from './imp.unwritten.ts'
import { writeTemplate } from './imp.template.ts'

type Named = { entNo: string; batchNo: string }

/** Returns the kind of a name. Throws for a caller who may not make that import. */
function permitted(name: string, { me }: Context) {
  const kind = importKindOf(name)
  if (!permits(me, kind.access)) throw new Fault('forbidden')
  return kind
}

async function ownBatch({ entNo, batchNo }: Named, context: Context) {
  const batch = await readBatch(entNo, batchNo, context)
  return { batch, kind: permitted(batch.kind, context) }
}

/** Opens an import within the reach of the right to its own kind: that to another kind may reach further. */
async function openWithin(kind: ImportKind, entNo: string, context: Context, refNo?: string) {
  const within = await scopeOf(context, kind, entNo)
  await applyScope(context.db, within)
  return kind.open(entNo, { ...context, locals: { ...context.locals, orgs: undefined, units: undefined, ...within } }, refNo)
}

/** Returns a kind that is opened so. */
const opening = (kind: ImportKind): ImportKind => ({ ...kind, open: (...asked) => openWithin(kind, ...asked) })

type Change = (rows: BatchRow[], batch: Batch) => BatchRow[]

/** Changes rows of the caller's open batch. */
async function changeRows(named: Named, context: Context, change: Change) {
  const { kind } = await ownBatch(named, context)
  return changeBatch(opening(kind), named, context, (batch, rows) => ({ batch, rows: change(rows, batch) }))
}

function withText(row: BatchRow, { places }: Batch, fld: string, val: string): BatchRow {
  const at = places[fld]
  if (at === undefined) throw new Fault('invalid', `这种导入没有列 ${fld}`)
  const cells = [...row.cells]
  while (cells.length <= at) cells.push('')
  cells[at] = val.trim()
  return { ...row, cells, kept: row.kept.filter((kept) => kept !== fld) }
}

export const impHandlers = serve(imp, {
  async getpage({ entNo, impStt, keyWord, pageIndex, pageSize }, { db, me }) {
    const list = db
      .selectFrom('impBatch')
      .select(['batchNo', 'kind', 'refNo', 'fileName', 'stt as impStt', 'crtTm', 'counts'])
      .where('entNo', '=', entNo)
      .where('userNo', '=', me.userNo)
      .$if(impStt !== undefined, (some) => some.where('stt', '=', impStt as string))
      .$if(!!keyWord, (some) => some.where('fileName', 'like', `%${(keyWord as string).replace(/[\\%_]/g, '\\$&')}%`))
    const { datas, ...rest } = await pageOf(list, ['batchNo'], { pageIndex, pageSize })
    return {
      ...rest,
      datas: datas.map(({ counts, ...line }) => ({ ...line, ...(counts as Batch['counts']), kindName: batchTitle(line.kind) })),
    }
  },

  async getopen({ entNo, kind: name, refNo }, context) {
    const kind = permitted(name, context)
    const { db, me } = context
    const row = await db
      .selectFrom('impBatch')
      .select('batchNo')
      .where('entNo', '=', entNo)
      .where('userNo', '=', me.userNo)
      .where('kind', '=', name)
      .where('stt', '=', '1')
      .$if(refNo !== undefined || !kind.hasPlaces, (some) => some.where('refNo', 'is not distinct from', refNo ?? null))
      .executeTakeFirst()
    if (!row) return null
    const batch = await readBatch(entNo, row.batchNo, context)
    const { columns } = await openWithin(kind, entNo, context)
    return importPreviewOf(batch, await readBatchRows(batch, context, { limit: 500 }), columns)
  },

  async getrows({ act, pageIndex, pageSize, ...named }, context) {
    const { batch } = await ownBatch(named, context)
    const part = { offset: (pageIndex - 1) * pageSize, limit: pageSize, ...(act && { acts: [act] }) }
    return (await readBatchRows(batch, context, part)).map((row) => rowOut(batch, row))
  },

  async getalike(named, context) {
    const { batch, kind } = await ownBatch(named, context)
    const { columns } = await openWithin(kind, named.entNo, context)
    const errors = (await readBatchRows(batch, context, { acts: ['skip'] })).flatMap((row) =>
      row.outcome.errs.map((error) => ({ error, from: rowTexts(batch.places, row)[error.fld] ?? '' })),
    )
    const groups = [...Map.groupBy(errors, ({ error }) => `${error.fld}\n${error.code}`).values()]
    const list = groups.map((group) => {
      const { error, from } = group[0] as (typeof group)[number]
      const { fld, code, mayKeep } = error
      const sure = group.filter((one) => one.error.sgst.length === 1)
      const [shown] = sure
      const title = columns.find(({ field }) => field === fld)?.title ?? fld
      return {
        fld,
        code,
        what: group.every((one) => one.error.msg === error.msg) ? error.msg : code,
        mayKeep,
        title,
        cnt: group.length,
        fixCnt: sure.length,
        from: shown?.from ?? from,
        to: shown?.error.sgst[0]?.val ?? '',
      }
    })
    return list.toSorted((one, other) => other.cnt - one.cnt)
  },

  getprogress: ({ entNo, no }, { db }) => readProgress(db, entNo, no),

  edit: ({ cells, ...named }, context) =>
    changeRows(named, context, (rows, batch) => {
      const byRow = Map.groupBy(cells, ({ rowNo }) => rowNo)
      return rows.map((row) =>
        (byRow.get(row.rowNo) ?? []).reduce((changed, { fld, val }) => withText(changed, batch, fld, val), row),
      )
    }),

  repair: ({ fld, code, how, rowNo, ...named }, context) =>
    changeRows(named, context, (rows, batch) => {
      const isMeant = (error: CellError) => error.fld === fld && error.code === code
      return rows.map((row) => {
        const error = rowNo === undefined || row.rowNo === rowNo ? row.outcome.errs.find(isMeant) : undefined
        if (!error) return row
        if (how === 'out') return { ...row, out: true }
        if (how === 'keep') return error.mayKeep ? { ...row, kept: [...new Set([...row.kept, fld])] } : row
        const [best, ...others] = error.sgst
        return best && others.length === 0 ? withText(row, batch, fld, best.val) : row
      })
    }),

  setout: ({ rowNos, out, ...named }, context) =>
    changeRows(named, context, (rows) => {
      const meant = new Set(rowNos)
      return rows.map((row) => (meant.has(row.rowNo) ? { ...row, out: out === '1' } : row))
    }),

  async setcolumns({ columns: wanted, ...named }, context) {
    const { kind } = await ownBatch(named, context)
    return changeBatch(opening(kind), named, context, (batch, rows, { columns }) => {
      const places = { ...batch.places }
      for (const { fld, at } of wanted) {
        if (!columns.some(({ field }) => field === fld)) throw new Fault('invalid', `这种导入没有列 ${fld}`)
        if (at !== null && at >= batch.heads.length) throw new Fault('invalid', `工作簿没有第 ${at + 1} 列`)
        if (at === null) delete places[fld]
        else {
          // Removes the column that held the place before.
          for (const [other, place] of Object.entries(places)) if (place === at) delete places[other]
          places[fld] = at
        }
      }
      const kept = Object.fromEntries(Object.entries(places).filter(([, at]) => at < batch.heads.length))
      return { batch: { ...batch, mapped: true, places: withPlaces(columns, batch.heads, kept) }, rows }
    })
  },

  async setref({ refNo, ...named }, context) {
    const { kind } = await ownBatch(named, context)
    if (!kind.hasPlaces) throw new Fault('invalid', '这种导入没有可以更改的年级班级')
    return changeBatch(opening(kind), { ...named, refNo }, context, (batch, rows) => ({ batch, rows }))
  },

  async close(named, context) {
    await lockBatch(context, named.entNo, named.batchNo)
    const { batch } = await ownBatch(named, context)
    if (batch.stt !== '1') throw new Fault('batchClosed')
    const { entNo, batchNo } = batch
    const { db } = context
    await db.updateTable('impBatch').set({ stt: '0' }).where('entNo', '=', entNo).where('batchNo', '=', batchNo).execute()
    await db.deleteFrom('impRow').where('entNo', '=', entNo).where('batchNo', '=', batchNo).execute()
    return null
  },

  async undo(named, context) {
    // Covers also photos, whose batches are of a kind of their own.
    const batch = await readBatch(named.entNo, named.batchNo, context)
    if (batch.stt !== '2' || !batch.op)
      throw new Fault('notUndoable', batch.stt === '3' ? '这批导入已经撤销' : '这批导入没有写入，不用撤销')
    await undo(batch.op, named.entNo, context)
    return batch.counts
  },

  async export(named, context) {
    const { batch, kind } = await ownBatch(named, context)
    return writeUnwritten(batch, (await openWithin(kind, named.entNo, context)).columns, context)
  },

  async template({ entNo, kind: name }, context) {
    const kind = permitted(name, context)
    return writeTemplate(kind.title, (await openWithin(kind, entNo, context)).columns, context)
  },
})
