import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { today } from '#contract/values/day.ts'
import { Anonymity } from '#domain/collections/collections.contract.ts'
import { readColumns } from '#domain/forms/formTemplates.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import type { Input } from '#server/call/serve.ts'
import { recordLook } from '#server/history/history.ts'
import { writeZip } from '#server/files/writeZip.ts'
import type { hnd } from '../hnd.contract.ts'
import { askedOf, nameOf, placeOf, requireCollection } from '../hnd.list.ts'

// Limits the bytes of an archive to what a browser takes in one go.
const mostZipped = 2 * 2 ** 30

type Held = { fileNo: string; type: string; size: number; clmnNo: string; name: string; place: string | null }

/** Packs the files of answers into an archive. Throws invalid where there are none, tooLarge for more than one archive holds. */
export async function exportFiles({ entNo, hndNo, state, keyWord }: Input<typeof hnd.exportfiles>, context: Context) {
  const { db, services } = context
  const { title, tmplNo, verNo, anon } = await requireCollection(context, { entNo, hndNo })
  const columns = verNo === null ? [] : await readColumns(db, entNo, tmplNo, verNo)
  const isAnonymous = anon !== Anonymity.none
  const held: Held[] = await askedOf(db, { entNo, hndNo, state, keyWord })
    .innerJoin('ansfile as x', (on) => on.onRef('x.entNo', '=', 't.entNo').onRef('x.toNo', '=', 't.toNo'))
    .innerJoin('file as f', (on) => on.onRef('f.entNo', '=', 'x.entNo').onRef('f.fileNo', '=', 'x.fileNo'))
    .where('x.useFlag', '=', '1')
    .where('a.sentTm', 'is not', null)
    .select(['x.fileNo', 'f.type', 'f.size', 'x.clmnNo'])
    // Names nobody, and keeps no order, where the collection is anonymous.
    .select([(isAnonymous ? sql<string>`''` : placeOf).as('place'), (isAnonymous ? sql<string>`'匿名'` : nameOf).as('name')])
    .orderBy(isAnonymous ? sql`random()` : 't.toNo')
    .orderBy('f.crtTm')
    .execute()
  refuseSize(held)
  await recordLook(db, entNo, 'ans', { rows: held.length, columns: 'files' })
  const named = namesOf(held, (clmnNo) => columns.find((column) => column.clmnNo === clmnNo)?.clmnName ?? '附件')
  const entries = held.map(({ fileNo }, i) => ({
    name: named[i] ?? fileNo,
    read: async () => {
      const opened = await services.files.open(entNo, fileNo)
      return opened?.content
    },
  }))
  const folder = join(services.files.root, 'leaving')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  await writeZip(path, entries).catch(async (error) => {
    await rm(path, { force: true })
    throw error
  })
  return { path, name: `${title} 附件 ${today()}.zip`, type: 'zip' }
}

function refuseSize(held: readonly Held[]) {
  if (held.length === 0) throw new Fault('invalid', '还没有人上传附件')
  const size = held.reduce((sum, one) => sum + one.size, 0)
  if (size > mostZipped)
    throw new Fault(
      'tooLarge',
      `附件共 ${(size / 2 ** 30).toFixed(1)} GB，一次最多 ${mostZipped / 2 ** 30} GB，请先按姓名查找，分几次下载`,
    )
}

// Leaves out what no system takes in the name of a file.
const plain = (text: string) => text.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').trim()

// Names each by class, person and question, and counts those that would be called the same.
function namesOf(held: readonly Held[], questionOf: (clmnNo: string) => string): string[] {
  const seen = new Map<string, number>()
  return held.map(({ place, name, clmnNo, type }) => {
    const base = [place ?? '没有班级或部门', name, questionOf(clmnNo)].map(plain).filter(Boolean).join('-')
    const count = (seen.get(base) ?? 0) + 1
    seen.set(base, count)
    return `${base}${count > 1 ? `-${count}` : ''}.${type}`
  })
}
