import type { FastifyRequest } from 'fastify'
import { Fault } from '#server/base/fault.ts'
import type { Files } from '#server/store/files.ts'
import type { Received } from '#server/store/received.ts'

export const malformedForm = () => new Fault('invalid', '提交的内容不是有效的格式')

const arrivals = new WeakMap<FastifyRequest, Received[]>()

/** Reads the input of a multipart call; its file goes to temporary storage, and the handler decides whether it stays. */
export async function readMultipart(
  request: FastifyRequest,
  files: Files,
  largest: number,
): Promise<Record<string, unknown> | undefined> {
  const arrived: Received[] = []
  arrivals.set(request, arrived)
  const input: Record<string, unknown> = {}
  try {
    for await (const part of request.parts({ limits: { fileSize: largest + 1 } })) {
      const { fieldname } = part
      if (!fieldname || fieldname in input) return abandon(request)
      if (part.type === 'file') arrived.push((input[fieldname] = await files.receive(part.file, part.filename ?? '', largest)))
      // Accepts JSON in a field, but a file only from what arrived as one.
      else if (typeof part.value !== 'string') return abandon(request)
      else if (fieldname !== 'version' || part.value !== 'v1') input[fieldname] = part.value
    }
    return input
  } catch (error) {
    abandon(request)
    // Passes on errors of the disk, which are not the sender's; all others mean a form that is cut off, damaged or too large.
    if (error instanceof Fault || (error as NodeJS.ErrnoException).syscall) throw error
    throw (error as { statusCode?: number }).statusCode === 413 ? new Fault('tooLarge') : malformedForm()
  }
}

// Drains the rest of the body, or the sender would wait for it to be read.
function abandon(request: FastifyRequest): undefined {
  request.raw.unpipe()
  request.raw.resume()
}

/** Removes what arrived with a request and was not kept. */
export async function clearMultipart(request: FastifyRequest, files: Files) {
  for (const received of arrivals.get(request) ?? []) await files.discard(received)
}
