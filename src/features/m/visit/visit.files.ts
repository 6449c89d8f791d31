import type { Context } from '#server/context.ts'
import { Fault } from '#server/fault.ts'
import { type Received, readStart } from '#server/files.ts'
import { isPicture, redraw, type Size } from '#server/pictures.ts'
import { stranger } from '#server/visitEntry.ts'
import { inEnterpriseOf, readGate } from './visit.gate.ts'

const accepted = ['png', 'jpg', 'jpeg', 'pdf']

/** Keeps a file of a form that is being filled in; one that belongs to no visit after a day goes (visitRemoval). */
export async function receiveFile(code: string, file: object, context: Context) {
  const { number, services } = context
  await inEnterpriseOf(context, code, (db, entNo) => readGate(db, context, entNo, code))
  // The road receives a multipart file before the handler runs.
  const received = file as Received
  const type = received.name.split('.').pop()?.toLowerCase() ?? ''
  if (!accepted.includes(type)) throw new Fault('fileType', '只能上传 png、jpg 图片和 pdf 文件')
  if (type === 'pdf' && !(await readStart(received.path)).toString('latin1').startsWith('%PDF-')) throw new Fault('fileBroken')
  const kept: Received & Size = isPicture(type) ? await redraw(received, type) : received
  const fileNo = await number('FILE_NO')
  const { name, size, sha256, width = null, height = null } = kept
  return inEnterpriseOf(context, code, async (db, entNo) => {
    const row = { entNo, fileNo, userNo: stranger, name, type, size, sha256, width, height }
    await db.insertInto('file').values(row).execute()
    await services.files.keep(kept, entNo, fileNo)
    return { fileNo }
  })
}
