import { type FileHandle, open } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from './context.ts'
import { transaction } from './database.ts'
import { Fault, toEnvelope } from './fault.ts'
import { openFileLink } from './links.ts'

/** What opens in the browser; everything else is saved. Pictures among them are drawn anew when they arrive. */
const opened = ['png', 'jpg', 'jpeg', 'gif', 'pdf', 'mp3', 'mp4']

const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const office = 'application/vnd.openxmlformats-officedocument'
export const mediaTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  txt: 'text/plain',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: `${office}.wordprocessingml.document`,
  xls: 'application/vnd.ms-excel',
  xlsx: `${office}.spreadsheetml.sheet`,
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${office}.presentationml.presentation`,
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  flv: 'video/x-flv',
}

/** Sends a file to whoever holds a link to it: nothing in it runs, and no other site shows it. */
export function serveFiles(app: FastifyInstance, services: Services) {
  app.route({ method: ['GET', 'HEAD'], url: '/files/*', handler: send })

  async function send(request: FastifyRequest, reply: FastifyReply) {
    const { '*': token } = request.params as { '*': string }
    const found = await find(token)
    reply.header('x-content-type-options', 'nosniff')
    if (!found)
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .send(toEnvelope(new Fault('notFound', '链接已失效，请刷新页面后再试')))
    const { name, type, handle, size } = found
    reply.headers({
      'content-type': mediaTypes[type] ?? 'application/octet-stream',
      'content-length': size,
      'content-disposition': dispositionOf(name, type),
      'content-security-policy': policy,
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=600',
    })
    if (request.method === 'GET') return reply.send(handle.createReadStream())
    await handle.close()
    return reply.send()
  }

  // The connection goes back before the first byte leaves.
  async function find(token: string) {
    const linked = openFileLink(services.secret, token)
    if (!linked) return undefined
    const { entNo, fileNo } = linked
    const read = await transaction(
      services.database.pool,
      { entNo },
      (db) =>
        db.selectFrom('file').select(['name', 'type']).where('entNo', '=', entNo).where('fileNo', '=', fileNo).executeTakeFirst(),
      { readOnly: true },
    )
    const handle = read && (await openIfThere(services.files.pathOf(entNo, fileNo)))
    return handle && { ...read, handle, size: (await handle.stat()).size }
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

export function dispositionOf(name: string, type: string): string {
  // Signs that turn the direction of writing would make the end of a name look like another type.
  const honest = name.replace(/\p{Bidi_Control}|[/\\]/gu, '')
  const plain = honest.replace(/[^\x20-\x7e]|["%]/g, '_')
  const full = encodeURIComponent(honest).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${opened.includes(type) ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${full}`
}
