import { readXlsx } from 'hucre/xlsx'
import type { Call } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'
import { history } from '#contract/shell/history.contract.ts'
import { search } from '#contract/shell/search.contract.ts'
import { emparch } from '#features/ecb/emparch/emparch.contract.ts'
import { ptrarch } from '#features/ecb/ptrarch/ptrarch.contract.ts'
import { duplicate } from '#features/ent/duplicate/duplicate.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import { vst } from '#features/ent/vst/vst.contract.ts'
import { type Row, rowsIn } from './guesser.ts'
import type { Client } from './harness.ts'

const unseen = [codes.forbidden[0], codes.notFound[0]]

/** Asks as far as the reader may; nothing where the call is refused. */
export async function asked(client: Client, call: Call, input: object): Promise<unknown> {
  const { code, message, result } = await client.answer(call, input as never)
  if (![0, ...unseen].includes(code)) throw new Error(`${call.path}: ${message}`)
  return code === 0 ? result : undefined
}

const pages: [Call, object][] = [
  [emp.getexpage, { pageSize: 100 }],
  [emp.getpage, { pageSize: 100 }],
  [emp.getexlist, {}],
  [stu.getexpage, { pageSize: 100 }],
  [stu.getpage, { pageSize: 20, pageIndex: 2 }],
  [ptr.getpage, { pageSize: 100 }],
  [stuptr.getpage, { pageSize: 100 }],
  [stuarch.getpage, { pageSize: 100 }],
  [emparch.getpage, { pageSize: 100 }],
  [ptrarch.getpage, { pageSize: 100 }],
  [vst.getvstnotepersonalpage, { pageSize: 100 }],
  [duplicate.getlist, {}],
  [search.get, { word: '张' }],
]
const singles: Record<string, [Call, object][]> = {
  S: [
    [stu.getex, {}],
    [stuarch.get, {}],
  ],
  E: [
    [emp.getex, {}],
    [emparch.get, {}],
  ],
  P: [
    [ptr.get, {}],
    [ptrarch.get, {}],
  ],
  V: [[vst.get, {}]],
}
const keyOf: Record<string, string> = { S: 'stuNo', E: 'empNo', P: 'ptrNo', V: 'vstNo' }
const tableOf: Record<string, string> = { S: 'stu', E: 'emp', P: 'ptr', V: 'vst' }

/** Collects what one reader is told of people of a school, beside the sex and birth date that the lists tell of them. */
export async function told(client: Client, schoolNo: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [call, input] of pages)
    rows.push(...rowsIn(await asked(client, call, call === search.get ? input : { ...input, entNo: schoolNo })))
  const known = new Map(rows.filter(({ brth }) => brth).map((row) => [row.no, row]))
  for (const kind of Object.keys(singles)) {
    const some = [...new Set(rows.map(({ no }) => no))].filter((no) => no.startsWith(kind)).slice(0, 3)
    for (const no of some) {
      const at = { entNo: schoolNo, [keyOf[kind] as string]: no }
      for (const [call, input] of singles[kind] ?? []) rows.push(...rowsIn(await asked(client, call, { ...at, ...input })))
      const deeds = await asked(client, history.gettimeline, { entNo: schoolNo, kind: tableOf[kind], no })
      const { brth, sex } = known.get(no) ?? {}
      if (deeds) rows.push({ no, brth, sex, texts: [JSON.stringify(deeds)] })
    }
  }
  for (const { call, heading } of exportsOf) rows.push(...(await exported(client, schoolNo, { call, heading })))
  return rows
}

export const exportsOf = [
  { call: stu.export, heading: '学生编号' },
  { call: emp.export, heading: '员工编号' },
  { call: ptr.export, heading: '家长编号' },
]

/** Reads the people in a masked export, or in one in clear where `mask` says so; nobody where the reader may not export. */
export async function exported(
  client: Client,
  entNo: string,
  { call, heading, mask = '1' }: { call: Call; heading: string; mask?: '0' | '1' },
): Promise<(Row & { idNo: string })[]> {
  const workbook = await asked(client, call, { entNo, mask })
  if (!workbook) return []
  const [heads = [], ...rows] = (await readXlsx(workbook as Uint8Array)).sheets[0]?.rows ?? []
  const at = (name: string) => heads.indexOf(name)
  return rows.map((cells) => ({
    no: String(cells[at(heading)]),
    brth: String(cells[at('出生日期')] ?? '').replaceAll('-', '') || undefined,
    sex: String(cells[at('性别')] ?? ''),
    texts: cells.map(String),
    idNo: String(cells[at('身份证号')] ?? ''),
  }))
}
