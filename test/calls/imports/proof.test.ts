import { writeXlsx } from 'hucre/xlsx'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '#contract/codes.ts'
import { type ImportCounts, type ImportPreview, type ImportRow, rowOutcomes } from '#contract/importing.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { type School, startServer, type TestServer } from '../../support/harness.ts'
import { meanwhile, meddle, seedStaff, staff } from './people.ts'
import { outcomeOf, staffNow, valuesOf } from './staffNow.ts'
import { fields, heads } from './texts.ts'
import { type Step, steps, type Workbook, workbook } from './workbooks.ts'

// Runs as a longer proof: IMPORTS=1000 vitest run test/calls/imports
const numRuns = Number(process.env.IMPORTS ?? 8)
const seed = Number(process.env.IMPORT_SEED ?? 20261121)
const patience = Math.max(120_000, numRuns * 5000)

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

async function send({ admin }: School, sheets: Parameters<typeof writeXlsx>[0]['sheets']) {
  const file = new File([Buffer.from(await writeXlsx({ sheets }))], '名册.xlsx')
  const { fileNo } = await admin.client.call(upload.upload, { file })
  return admin.client.call(emp.importemp, { fileNo })
}

const readRows = ({ admin }: School, batchNo: string) => admin.client.call(imp.getrows, { batchNo, pageSize: 500 })

const countsIn = ({ total, okCnt, warnCnt, errCnt, addCnt, updCnt, sameCnt, outCnt }: ImportCounts) => ({
  total,
  okCnt,
  warnCnt,
  errCnt,
  addCnt,
  updCnt,
  sameCnt,
  outCnt,
})

/** Expects that the answer of a preview is what is stored, and its counts are those of its rows. */
async function expectSound(school: School, shown: ImportPreview) {
  const { batchNo, rows } = shown
  const count = (act: ImportRow['act']) => rows.filter((row) => row.act === act).length
  const [addCnt, updCnt, sameCnt, errCnt, outCnt] = rowOutcomes.map(count) as [number, number, number, number, number]
  const warnCnt = rows.filter(({ act, wrns }) => act !== 'skip' && wrns.length > 0).length
  const okCnt = addCnt + updCnt + sameCnt
  expect(countsIn(shown)).toEqual({ total: rows.length, okCnt, warnCnt, errCnt, addCnt, updCnt, sameCnt, outCnt })
  expect(okCnt + errCnt + outCnt).toBe(shown.total)
  expect(rows.filter(({ act, errs }) => (act === 'skip') !== errs.length > 0)).toEqual([])
  expect(await readRows(school, batchNo)).toEqual(rows)
  expect(await school.admin.client.call(imp.getopen, { kind: 'emp' })).toEqual(shown)
}

/** Expects every cell of the workbook in the preview, in its field and row. */
function expectCells({ rows }: ImportPreview, { cells, firstRow }: Workbook) {
  const written = cells.map((row, at) => ({
    rowNo: firstRow + at,
    vals: Object.fromEntries(Object.entries(row).filter(([, text]) => text)),
  }))
  expect(rows.map(({ rowNo, vals }) => ({ rowNo, vals }))).toEqual(written.filter(({ vals }) => Object.keys(vals).length > 0))
}

async function take({ admin: { client } }: School, { batchNo, rows, heads }: ImportPreview, step: Step): Promise<ImportPreview> {
  const rowNoOf = (at: number) => rows[at % rows.length]?.rowNo ?? 0
  switch (step.act) {
    case 'edit':
      return client.call(imp.edit, { batchNo, cells: step.cells.map(({ at, ...cell }) => ({ rowNo: rowNoOf(at), ...cell })) })
    case 'out':
      return client.call(imp.setout, { batchNo, rowNos: step.ats.map(rowNoOf), out: step.out })
    case 'map':
      return client.call(imp.setcolumns, {
        batchNo,
        columns: [{ fld: step.fld, at: step.at === null ? null : step.at % heads.length }],
      })
    case 'repair': {
      const all = await client.call(imp.getalike, { batchNo })
      const fit = all.filter(({ mayKeep, fixCnt }) => (step.how === 'keep' ? mayKeep : step.how === 'out' || fixCnt > 0))
      const group = fit[step.at % fit.length] ?? { fld: 'idNo', code: '没有这种问题' }
      return client.call(imp.repair, { batchNo, fld: group.fld, code: group.code, how: step.how })
    }
  }
}

/** Writes the batch, once more where the world has changed; answers what was shown last, and undefined where nothing is to be written. */
async function create(school: School, shown: ImportPreview): Promise<ImportPreview | undefined> {
  const before = await staffNow(school)
  const { code, result } = await school.admin.client.answer(emp.importempcreate, { batchNo: shown.batchNo })
  if (code === 0) {
    expect(result).toEqual({ batchNo: shown.batchNo, ...countsIn(shown) })
    return shown
  }
  expect(await staffNow(school)).toEqual(before)
  if (code === codes.batchEmpty[0]) {
    expect(shown.addCnt + shown.updCnt).toBe(0)
    return undefined
  }
  expect(code).toBe(codes.batchChanged[0])
  const now = result as ImportPreview
  expect(now.rows).not.toEqual(shown.rows)
  await expectSound(school, now)
  return create(school, now)
}

/** Expects that the written rows, in a list of their own, change nothing any more. */
async function expectSettled(school: School, rows: ImportRow[]) {
  const list = rows.filter(({ wrns }) => wrns.length === 0).map(({ vals }) => fields.map((field) => vals[field] ?? ''))
  if (list.length === 0) return
  const titles = fields.map((field) => heads[field]?.[0] ?? '')
  const shown = await send(school, [{ name: '再来一次', rows: [titles, ...list] }])
  expect(shown).toMatchObject({ sameCnt: list.length, total: list.length })
}

test('what a preview shows is what is written, whatever the list and whatever is done to it, and undo gives every value back', {
  timeout: patience + 30_000,
}, async () => {
  const property = fc.asyncProperty(staff, workbook, steps, meanwhile, async (known, list, acts, change) => {
    const school = await seedStaff(server, known)
    let shown = await send(school, list.sheets)
    expectCells(shown, list)
    await expectSound(school, shown)
    for (const act of acts) {
      shown = await take(school, shown, act)
      await expectSound(school, shown)
    }
    await meddle(school, change)
    const [before, readable] = [await staffNow(school), await staffNow(school, true)]
    const done = await create(school, shown)
    if (!done) return
    const good = done.rows.filter(({ act }) => act !== 'skip' && act !== 'out')
    const after = await staffNow(school, true)
    const { told, staff } = outcomeOf(school, good, readable, after)
    expect(good.map(({ rowNo, act, chg }) => ({ rowNo, act, chg: chg.toSorted() }))).toEqual(told)
    expect(after).toEqual(staff)
    const { batchNo } = done
    expect(await readRows(school, batchNo)).toEqual(done.rows.filter((row) => !good.includes(row)))
    expect(await school.admin.client.answer(emp.importempcreate, { batchNo })).toMatchObject({ code: codes.batchClosed[0] })
    await expectSettled(school, good)
    await school.admin.client.call(imp.undo, { batchNo })
    expect(valuesOf(await staffNow(school), before)).toEqual(valuesOf(before))
  })
  // Limits the shrinking of a failure, so that it is reported in time.
  await fc.assert(property, {
    numRuns,
    seed,
    endOnFailure: numRuns > 200,
    interruptAfterTimeLimit: patience,
    markInterruptAsFailure: true,
  })
})
