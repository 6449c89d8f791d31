import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '#contract/codes.ts'
import { type ImportPreview, type ImportRow, rowOutcomes } from '#contract/importing.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { type School, startServer, type TestServer } from '../../support/harness.ts'
import { previewList, type StudentImport } from '../../support/studentLists.ts'
import { kinds, list, meaningOf, steps } from './lists.ts'
import { everything, seedChildren, studentIn } from './school.ts'

// Runs as a longer proof: IMPORTS=1000 vitest run test/calls/imports
const numRuns = Math.ceil(Number(process.env.IMPORTS ?? 7) / 7)
const seed = Number(process.env.IMPORT_SEED ?? 20261122)
const patience = Math.max(120_000, numRuns * 8000)

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

type Step = ReturnType<typeof steps> extends fc.Arbitrary<(infer One)[]> ? One : never

async function expectSound({ admin: { client } }: School, shown: ImportPreview) {
  const { rows, kind } = shown
  const count = (act: ImportRow['act']) => rows.filter((row) => row.act === act).length
  const [addCnt, updCnt, sameCnt, errCnt, outCnt] = rowOutcomes.map(count)
  expect(shown).toMatchObject({ total: rows.length, addCnt, updCnt, sameCnt, errCnt, outCnt })
  expect(rows.filter(({ act, errs }) => (act === 'skip') !== errs.length > 0)).toEqual([])
  expect(rows.filter(({ act, chg }) => (act === 'upd') !== chg.length > 0 && act !== 'add')).toEqual([])
  expect(await client.call(imp.getopen, { kind })).toEqual(shown)
}

async function take({ admin: { client } }: School, { batchNo, rows, columns }: ImportPreview, step: Step) {
  const rowNo = rows[step.at % rows.length]?.rowNo ?? 0
  if (step.act === 'out') return client.call(imp.setout, { batchNo, rowNos: [rowNo], out: step.out })
  if (step.act === 'edit') {
    const cells = Object.entries(step.cells).map(([title, val]) => ({ rowNo, fld: fieldOf(columns, title), val }))
    return client.call(imp.edit, { batchNo, cells })
  }
  const alike = await client.call(imp.getalike, { batchNo })
  const { fld, code } = alike[step.at % alike.length] ?? { fld: 'idNo', code: '没有' }
  return client.call(imp.repair, { batchNo, fld, code, how: step.how })
}

// Finds the field of a title; 身份证号 is another name of 证件号.
const fieldOf = (columns: ImportPreview['columns'], title: string) =>
  columns.find((one) => one.title === (title === '身份证号' ? '证件号' : title))?.fld ?? ''

/** Checks the facts of a valid row independently of the product. */
type All = Awaited<ReturnType<typeof everything>>

// oxlint-disable-next-line complexity -- each line asks for one thing that a row may say
function expectTold(kind: StudentImport, act: string, said: Record<string, unknown>, all: All) {
  if (kind === 'edcunit') {
    const unit = Object.values(all).find(
      ({ unit_type, stdy_prd, entr_year, cls_no, unit_name }) =>
        unit_type === '5' &&
        stdy_prd === said.period &&
        entr_year === said.entered &&
        (cls_no === said.number || unit_name === said.number),
    )
    return expect(unit, JSON.stringify(said)).toBeDefined()
  }
  const hash = said.idNo ? server.services.secret.hash(String(said.idNo)) : undefined
  const one = studentIn(all, { ...(hash && { hash }), ...(said.stdyNo ? { stdyNo: String(said.stdyNo) } : {}) })
  expect(one, JSON.stringify(said)).toBeDefined()
  if (!one) return
  const labels = String(one.wts ?? '')
    .split(',')
    .filter(Boolean)
  if (said.wts !== undefined && said.wts !== '') expectLabels(kind, said, labels)
  // Allows a class for those who had none.
  if (said.className && kind !== 'stu' && act !== 'same') expect(String(one.className)).toContain(String(said.className))
  if (said.phone) expect([one.auth_tel, one.auth_flag]).toEqual([said.phone, '1'])
  if (said.tel)
    expect(one.families).toContainEqual(expect.objectContaining({ ptr_name: said.ptrName, auth_tel: said.tel, relt: said.relt }))
  if (kind === 'newstu' || kind === 'stu')
    for (const [field, column] of [
      ['stuName', 'stu_name'],
      ['rem', 'rem'],
    ] as const)
      if (said[field] !== undefined && said[field] !== '') expect(one[column]).toBe(said[field])
  for (const field of ['ntnl', 'qq'])
    if (said[field] !== undefined && said[field] !== '') expect(one.archive[field] ?? null).toBe(said[field])
}

function expectLabels(kind: StudentImport, { wts, way = 'add' }: Record<string, unknown>, labels: string[]) {
  const told = wts as string[]
  if (kind === 'stu' || way === 'replace') return expect(labels).toEqual(told.toSorted())
  for (const code of told) expect(labels.includes(code)).toBe(way !== 'remove')
}

async function prove(kind: StudentImport, rows: Record<string, string>[], acts: Step[]) {
  const school = await seedChildren(server)
  const { client } = school.admin
  const titles = Object.keys(kinds[kind])
  let shown = await previewList(school, kind, [titles, ...rows.map((row) => titles.map((title) => row[title] ?? ''))])
  await expectSound(school, shown)
  for (const act of acts) {
    shown = await take(school, shown, act)
    await expectSound(school, shown)
  }
  const before = await everything(school)
  const { batchNo } = shown
  const { code, result } = await client.answer(stu[`import${kind}create`], { batchNo })
  if (shown.addCnt + shown.updCnt === 0) {
    expect([code, await everything(school)]).toEqual([codes.batchEmpty[0], before])
    return
  }
  expect([code, result]).toMatchObject([0, { addCnt: shown.addCnt, updCnt: shown.updCnt, errCnt: shown.errCnt }])
  const after = await everything(school)
  const good = shown.rows.filter(({ act }) => act !== 'skip' && act !== 'out')
  for (const { act, vals } of good) {
    const said = titles.map((title) => [kinds[kind][title] ?? '', vals[fieldOf(shown.columns, title)] ?? ''] as const)
    expectTold(
      kind,
      act,
      Object.fromEntries(said.map(([field, text]) => [field, text === '' ? undefined : meaningOf(field, text)])),
      after,
    )
  }
  const grown = (table: string) =>
    Object.keys(after).filter((no) => no.startsWith(`${table} `)).length -
    Object.keys(before).filter((no) => no.startsWith(`${table} `)).length
  if (kind === 'newstu') expect(grown('stu')).toBe(shown.addCnt)
  if (kind === 'ptrtel') expect(grown('stuptr')).toBe(shown.addCnt)
  if (kind !== 'newstu') expect(grown('stu')).toBe(0)
  // Checks that the written rows, in a list of their own, change nothing any more.
  const heads = shown.columns.map(({ title }) => title)
  const settled = good.filter(({ wrns }) => wrns.length === 0).map(({ vals }) => shown.columns.map(({ fld }) => vals[fld] ?? ''))
  if (settled.length > 0)
    expect(await previewList(school, kind, [heads, ...settled])).toMatchObject({ sameCnt: settled.length, total: settled.length })
  await client.call(imp.undo, { batchNo })
  expect(await everything(school)).toEqual(before)
}

test.each(Object.keys(kinds) as StudentImport[])(
  'what a preview of %s shows is what is written, and undo gives every value back',
  { timeout: patience + 30_000 },
  async (kind) => {
    const property = fc.asyncProperty(list(kind), steps(kind), (rows, acts) => prove(kind, rows, acts))
    await fc.assert(property, {
      numRuns,
      seed,
      endOnFailure: numRuns > 30,
      interruptAfterTimeLimit: patience,
      markInterruptAsFailure: true,
    })
  },
)
