import { fileTypeFromFile } from 'file-type'
import { attachmentTypes } from '#contract/fileTypes.ts'
import { Fault } from '#server/base/fault.ts'
import { readStart } from '#server/store/files.ts'
import { isOffice, isOfficeFile } from './officeFile.ts'
import { isPicture, redrawPicture, type Size } from '#server/store/pictures.ts'
import { strangerIn } from '#server/sheet/sheet.kind.ts'
import { limitConcurrency } from '#server/base/limitConcurrency.ts'
import { runInWorker } from '#server/base/runInWorker.ts'
import type { Received } from '#server/store/received.ts'

// Lists what the first bytes of each type are recognised as; old office files share one container.
const recognised: Record<string, string[]> = {
  png: ['png', 'apng'],
  jpg: ['jpg'],
  jpeg: ['jpg'],
  doc: ['cfb'],
  xls: ['cfb'],
  ppt: ['cfb'],
  mp4: ['mp4', 'm4v'],
}

const mostSvg = 2 * 2 ** 20
const svgWorker = new URL('./svg.worker.ts', import.meta.url)
// Refuses a drawing that cannot be looked through in this time; other work goes on meanwhile.
const svgLimits = { seconds: 10, memory: { maxOldGenerationSizeMb: 144 } }
const inTurn = limitConcurrency(1, 20)

/**
 * Returns the type that the name of a file claims. Throws fileType for those that are not accepted (docs/spec/inputs.md#files).
 */
export function claimedType(name: string): string {
  const type = name.split('.').pop()?.toLowerCase() ?? ''
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
  if (type === 'xlsx') await refuseStrangers(received.path)
  if (!(await agrees(received.path, type))) throw new Fault('fileBroken')
  if (type === 'svg') await checkSvg(received)
  return isPicture(type) ? { ...(await redrawPicture(received, type)), type } : { ...received, type }
}

/** Tells whether the first bytes are of the type that the name claims. */
async function agrees(path: string, type: string): Promise<boolean> {
  const start = await readStart(path)
  if (type === 'txt') return !start.includes(0)
  if (type === 'svg') return /^\uFEFF?\s*<(\?xml|!--|svg)/.test(start.toString('utf8'))
  if (isOffice(type)) return start.toString('latin1').startsWith('PK\x03\x04') && isOfficeFile(path, type)
  const found = await fileTypeFromFile(path)
  return found !== undefined && (recognised[type] ?? [type]).includes(found.ext)
}

// Explains what a file is that only claims to be a workbook, and how to make a workbook of it.
async function refuseStrangers(path: string) {
  const stranger = await strangerIn(path)
  if (stranger) throw new Fault(stranger.code, stranger.message)
}

async function checkSvg({ path, size }: Received) {
  if (size > mostSvg) throw new Fault('tooLarge', `SVG 文件超过 ${mostSvg / 2 ** 20} MB`)
  const isStill = await inTurn(() => runInWorker<boolean>(svgWorker, { path }, svgLimits)).catch((error: unknown) => {
    if (error instanceof Fault) throw error
    return false
  })
  if (!isStill) throw new Fault('fileBroken', '文件含有脚本、动画或外部引用，或图形重复过多，或不完整；请另存为普通 SVG 后再上传')
}
