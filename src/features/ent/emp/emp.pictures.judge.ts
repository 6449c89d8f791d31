import { Status } from '#contract/fields.ts'
import type { PhotoKind } from '#contract/photos.ts'
import type { Db } from '#server/database.ts'
import type { Secret } from '#server/secret.ts'
import { matchNames, type Match, type Person } from './emp.pictures.match.ts'
import type { PictureRow } from './emp.pictures.contract.ts'

/** A file that waits: its picture or why it is none, and what the user decided: to leave it out (0), to take just it (1). */
export type Waiting = {
  rowNo: number
  name: string
  folder: string
  picture: { fileNo: string; sha256: string } | null
  fault: string | null
  use: '0' | '1' | null
}

/** What becomes of a file, as the preview shows it; `oldNo` is the photo that it replaces. */
export type Outcome = Pick<PictureRow, 'act' | 'msg' | 'wrns'> & { empNo: string | null; oldNo: string | null }

/** Says of every file what becomes of it now. Preview and import judge by this alone. */
export async function judgePictures(db: Db, entNo: string, phtType: PhotoKind, waiting: readonly Waiting[], secret: Secret) {
  const { key, matches, unknown } = await matchNames(
    db,
    entNo,
    phtType,
    waiting.map(({ name }) => name),
    secret,
  )
  const usable = waiting.flatMap((one, at) => {
    const empNo = matches[at]?.person.empNo
    return empNo && one.picture && one.use !== '0' ? [{ ...one, empNo }] : []
  })
  const rivals = Map.groupBy(usable, ({ empNo }) => empNo)
  const outcomes = waiting.map((one, at) => outcomeOf(one, matches[at], unknown, rivals))
  return { key, outcomes }
}

function outcomeOf(one: Waiting, match: Match | undefined, unknown: string, rivals: Map<string, readonly Waiting[]>): Outcome {
  const { person } = match ?? {}
  const told = { empNo: person?.empNo ?? null, oldNo: person?.fileNo ?? null, msg: null, wrns: [] }
  if (!one.picture) return { ...told, act: 'bad', msg: one.fault }
  if (one.use === '0') return { ...told, act: 'out', msg: '已排除' }
  if (!person) return { ...told, act: 'none', msg: unknown }
  const others = (rivals.get(person.empNo) ?? []).filter(({ rowNo }) => rowNo !== one.rowNo)
  if (one.use !== '1' && others.some(({ use }) => use === '1')) return { ...told, act: 'out', msg: '选了另一张' }
  if (one.use !== '1' && others.length > 0) return { ...told, act: 'many', msg: `同一人有 ${others.length + 1} 张，请选一张` }
  if (person.sha256 === one.picture.sha256) return { ...told, act: 'same', msg: '和现用的一样' }
  return { ...told, act: person.fileNo ? 'upd' : 'add', wrns: remarks(person, match?.rest ?? '') }
}

function remarks({ stt, waits, empName }: Person, rest: string): string[] {
  const said = rest.match(/\p{Script=Han}[\p{Script=Han}·]+/u)?.[0]
  // 张三证件照 says no other name than 张三, and 证件照 says none.
  const isOther = said && !said.includes(empName) && !/[照片寸底版]/.test(said)
  return [
    ...(stt === Status.disabled ? ['员工已停用'] : []),
    ...(isOther ? [`文件名里写的是“${said}”`] : []),
    ...(waits ? ['有一张待审的照片，写入后不再审'] : []),
  ]
}
