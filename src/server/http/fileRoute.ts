import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/call/context.ts'
import { transaction } from '#server/database/database.ts'
import { Fault, toEnvelope } from '#server/base/fault.ts'
import { openFileLink } from '#server/files/links.ts'
import { holdsSession } from './fileCookie.ts'
import { sizeName } from '#server/store/pictureSizes.ts'
import type { ByteRange } from '#server/store/store.ts'

/** Lists the types that open in the browser; all others are saved. Pictures among them are redrawn when they arrive. */
const inPage = ['png', 'jpg', 'jpeg', 'gif', 'webp', 'pdf', 'mp3', 'mp4']

const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
const office = 'application/vnd.openxmlformats-officedocument'
export const mediaTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
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
  zip: 'application/zip',
}

/**
 * Sends a file to whoever holds a link to it, in a browser where somebody is signed in unless the link says otherwise: nothing in
 * it runs, and no other site shows it.
 */
export function serveFiles(app: FastifyInstance, services: Services) {
  app.route({ method: ['GET', 'HEAD'], url: '/files/*', handler: send })

  async function send(request: FastifyRequest, reply: FastifyReply) {
    const { '*': token } = request.params as { '*': string }
    const found = await find(token, request.headers.cookie)
    if (!found) return refuse(reply)
    const { name, type, size } = found
    const range = byteRange(request.headers.range, size)
    reply.headers({ 'accept-ranges': 'bytes', 'cross-origin-resource-policy': 'same-origin' })
    if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send()
    const opened = request.method === 'GET' ? await found.open(range) : { content: undefined, size }
    if (!opened) return refuse(reply)
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    reply.headers({
      'content-type': mediaTypes[type] ?? 'application/octet-stream',
      'content-length': opened.size,
      'content-disposition': dispositionOf(name, type),
      'content-security-policy': policy,
      'cache-control': 'private, max-age=600',
    })
    return reply.send(opened.content)
  }

  // Releases the connection before the first byte leaves.
  async function find(token: string, cookie: string | undefined) {
    const linked = openFileLink(services.secret, token)
    if (!linked) return undefined
    const { entNo, fileNo, size: pictureSize, isPublic } = linked
    const { files } = services
    const goesOn =
      isPublic || (await transaction(services.database.pool, {}, (db) => holdsSession(db, cookie), { readOnly: true }))
    if (!goesOn) return undefined
    const read = await transaction(
      services.database.pool,
      { entNo },
      async (db) => {
        const file = db.selectFrom('file').select(['name', 'type', 'size'])
        return file.where('entNo', '=', entNo).where('fileNo', '=', fileNo).executeTakeFirst()
      },
      { readOnly: true },
    )
    const small = read && pictureSize && (await files.open(entNo, sizeName(fileNo, pictureSize)))
    if (small) return { name: read.name, type: 'webp', size: small.size, open: async () => small }
    return read && { ...read, open: (range: ByteRange | undefined) => files.open(entNo, fileNo, range) }
  }
}

const refuse = (reply: FastifyReply) =>
  reply
    .code(404)
    .header('cache-control', 'no-store')
    .send(toEnvelope(new Fault('notFound', '链接已失效，请刷新页面后再试')))

/**
 * Returns the part that a player asks for; undefined: all of it, also where several parts are asked for; `none`: beyond the end.
 */
function byteRange(asked: string | undefined, size: number): ByteRange | undefined | 'none' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(asked ?? '') ?? []
  if (!from && !to) return undefined
  const start = from ? Number(from) : Math.max(0, size - Number(to))
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  if (from && to && Number(to) < Number(from)) return undefined
  return start <= end ? { start, end } : 'none'
}

export function dispositionOf(name: string, type: string): string {
  // Signs that turn the direction of writing would make the end of a name look like another type.
  const honest = name.replace(/\p{Bidi_Control}|[/\\]/gu, '')
  const plain = honest.replace(/[^\x20-\x7e]|["%]/g, '_')
  const full = encodeURIComponent(honest).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${inPage.includes(type) ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${full}`
}
