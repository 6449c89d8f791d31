import type { PhotoKind } from '../photos.contract.ts'
import type { Db } from '#server/database/database.ts'
import { maySeeIdNumbers } from '#server/access/idNumberSearch.ts'
import type { Me } from '#server/call/context.ts'
import type { Secret } from '#server/database/secret.ts'
import type { PictureRow } from '../pictures.contract.ts'
import { matchNames, type Match, type PictureOwner } from './match.ts'
import type { PhotoSubject } from './subject.ts'

/** Describes a file that waits: its picture or why it is none, and the user's decision: leave it out (0), or use just it (1). */
export type Waiting = {
  rowNo: number
  name: string
  folder: string
  picture: { fileNo: string; sha256: string } | null
  fault: string | null
  use: '0' | '1' | null
}

/** Describes the outcome of a file, as the preview shows it; `oldNo` is the photo that it replaces. */
export type FileOutcome = Pick<PictureRow, 'act' | 'msg' | 'wrns'> & { whoNo: string | null; oldNo: string | null }

/** Says of every file what becomes of it now. Preview and import validate by this alone. */
export async function validatePictures(
  db: Db,
  subject: PhotoSubject,
  { entNo, phtType, waiting, me }: { entNo: string; phtType: PhotoKind; waiting: readonly Waiting[]; me: Pick<Me, 'rights'> },
  secret: Secret,
) {
  const names = waiting.map(({ name }) => name)
  const { key, matches, unknown } = await matchNames(
    db,
    subject,
    { entNo, phtType, names, mayByIdNo: maySeeIdNumbers(me, subject.owner.table) },
    secret,
  )
  const usable = waiting.flatMap((one, at) => {
    const whoNo = matches[at]?.person.no
    return whoNo && one.picture && one.use !== '0' ? [{ ...one, whoNo }] : []
  })
  const rivals = Map.groupBy(usable, ({ whoNo }) => whoNo)
  const told = (match: Match | undefined) => (match ? remarks(match.person, match.rest, subject) : [])
  const outcomes = waiting.map((one, at) => outcomeOf(one, matches[at], { unknown, rivals, wrns: told(matches[at]) }))
  return { key, outcomes }
}

function outcomeOf(
  one: Waiting,
  match: Match | undefined,
  { unknown, rivals, wrns }: { unknown: string; rivals: Map<string, readonly Waiting[]>; wrns: string[] },
): FileOutcome {
  const { person } = match ?? {}
  const told = { whoNo: person?.no ?? null, oldNo: person?.fileNo ?? null, msg: null, wrns: [] }
  if (!one.picture) return { ...told, act: 'bad', msg: one.fault }
  if (one.use === '0') return { ...told, act: 'out', msg: '已排除' }
  if (!person) return { ...told, act: 'none', msg: unknown }
  const others = (rivals.get(person.no) ?? []).filter(({ rowNo }) => rowNo !== one.rowNo)
  if (one.use !== '1' && others.some(({ use }) => use === '1')) return { ...told, act: 'out', msg: '选了另一张' }
  if (one.use !== '1' && others.length > 0) return { ...told, act: 'many', msg: `同一人有 ${others.length + 1} 张，请选一张` }
  if (person.sha256 === one.picture.sha256) return { ...told, act: 'same', msg: '和现用的一样' }
  return { ...told, act: person.fileNo ? 'upd' : 'add', wrns }
}

function remarks({ stt, waits, name }: PictureOwner, rest: string, { states }: PhotoSubject): string[] {
  const said = rest.match(/\p{Script=Han}[\p{Script=Han}·]+/u)?.[0]
  // Accepts words about the photo beside the name: 张三证件照 names nobody but 张三, and 证件照 nobody.
  const isOther = said && !said.includes(name) && !/[照片寸底版]/.test(said)
  return [
    ...(states[stt] ? [states[stt]] : []),
    ...(isOther ? [`文件名里写的是“${said}”`] : []),
    ...(waits ? ['有一张待审的照片，写入后不再审'] : []),
  ]
}
