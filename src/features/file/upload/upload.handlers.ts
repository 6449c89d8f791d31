import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { Fault } from '#server/fault.ts'
import type { Received } from '#server/files.ts'
import { serve } from '#server/serve.ts'
import { attachmentTypes, upload } from './upload.contract.ts'

// What the first bytes of each type are recognised as; old office files share one container.
const recognised: Record<string, string[]> = {
  jpg: ['jpg'],
  jpeg: ['jpg'],
  doc: ['cfb'],
  xls: ['cfb'],
  ppt: ['cfb'],
  mp4: ['mp4', 'm4v'],
}

export const uploadHandlers = serve(upload, {
  async upload({ entNo, file }, { db, me, number, services }) {
    // The road receives a multipart file before the handler runs.
    const received = file as Received
    const { name, size, sha256 } = received
    const type = name.split('.').pop()?.toLowerCase() ?? ''
    if (!(attachmentTypes as readonly string[]).includes(type))
      throw new Fault('fileType', `不支持 ${type.slice(0, 10)} 类型的文件`)
    if (size === 0) throw new Fault('fileBroken', '文件是空的')
    if (!(await agrees(received.path, type))) throw new Fault('fileBroken')
    const fileNo = await number('FILE_NO')
    await db.insertInto('file').values({ entNo, fileNo, userNo: me.userNo, name, type, size, sha256 }).execute()
    await services.files.keep(received, entNo, fileNo)
    return { fileNo, name, type, size }
  },
})

/** Whether the first bytes are of the type that the name claims. */
async function agrees(path: string, type: string): Promise<boolean> {
  if (type === 'txt' || type === 'svg') {
    const start = await readStart(path)
    return !start.includes(0) && (type === 'txt' || /^\s*(<\?xml|<!--|<svg)/.test(start.toString('utf8')))
  }
  const found = await fileTypeFromFile(path)
  return found !== undefined && (recognised[type] ?? [type]).includes(found.ext)
}

async function readStart(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
