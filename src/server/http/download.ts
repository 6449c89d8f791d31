import { open, rm } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod'
import type { Download } from '#contract/call.ts'
import { dispositionOf, mediaTypes } from './fileRoute.ts'

/** Sends what a call wrote to temporary storage, which is empty of it afterwards. */
export async function sendDownload(reply: FastifyReply, { path, name, type }: z.output<typeof Download>) {
  const handle = await open(path)
  const { size } = await handle.stat()
  const stream = handle.createReadStream()
  stream.once('close', () => void rm(path, { force: true }))
  return reply
    .headers({
      'content-type': mediaTypes[type] ?? 'application/octet-stream',
      'content-length': size,
      'content-disposition': dispositionOf(name, type),
    })
    .send(stream)
}
