import { attachmentTypes } from '#contract/fileTypes.ts'
import { typeOfFile } from '#contract/uploadFilters.ts'
import { Fault } from '#server/base/fault.ts'
import { inThread } from '#server/base/inThread.ts'
import type { Inspection } from './inspection.worker.ts'
import { isPicture, redrawPicture, type Size } from '#server/store/pictures.ts'
import type { Received } from '#server/store/received.ts'

const mostSvg = 2 * 2 ** 20

/** Sets how long a file may be looked at; honest ones take a second at most. */
const inspection = {
  module: new URL('./inspection.worker.ts', import.meta.url).href,
  seconds: 10,
  told: '这个文件检查起来太久，可能已损坏；请用原来的软件另存一份后再上传',
}

/**
 * Returns the type that the name of a file claims. Throws fileType for those that are not accepted (docs/spec/inputs.md#files).
 */
export function claimedType(name: string): string {
  const type = typeOfFile(name)
  if (!(attachmentTypes as readonly string[]).includes(type))
    throw new Fault('fileType', `不支持 ${type.slice(0, 10)} 类型的文件`)
  return type
}

/**
 * Returns a received file once it is what its name claims; pictures redrawn. Throws fileType, fileBroken or tooLarge for others.
 */
export async function validateUpload(received: Received): Promise<Received & Size & { type: string }> {
  const type = claimedType(received.name)
  if (received.size === 0) throw new Fault('fileBroken', '文件是空的')
  if (type === 'svg' && received.size > mostSvg) throw new Fault('tooLarge', `SVG 文件超过 ${mostSvg / 2 ** 20} MB`)
  const wrong = await inThread<Inspection>(inspection, { path: received.path, type })
  if (wrong) throw new Fault(wrong.code, wrong.message)
  return isPicture(type) ? { ...(await redrawPicture(received, type)), type } : { ...received, type }
}
