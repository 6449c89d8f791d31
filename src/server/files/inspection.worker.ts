import { readFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { codes, type FaultCode } from '#contract/codes.ts'
import { strangerIn } from '#server/sheet/sheet.kind.ts'
import { readStart } from '#server/store/readStart.ts'
import { hasMacros, isOffice, isOfficeFile, officeContents } from './officeFile.ts'
import { isStillSvg } from './svg.ts'

/** Describes what is wrong with a file; null where nothing is. */
export type Inspection = { code: FaultCode; message: string } | null

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

const broken = (message: string = codes.fileBroken[1]): Inspection => ({ code: 'fileBroken', message })

/** Tells whether a file is what its name claims, and a drawing neither runs nor loads anything. */
export default async function inspect({ path, type }: { path: string; type: string }): Promise<Inspection> {
  const start = await readStart(path)
  if (type === 'txt') return start.includes(0) ? broken() : null
  if (type === 'svg') return inspectSvg(path, start)
  if (isOffice(type)) {
    // Explains what a file is that only claims to be a workbook, and how to make a workbook of it.
    const stranger = type === 'xlsx' && (await strangerIn(path))
    if (stranger) return { code: stranger.code, message: stranger.message }
    const list = start.toString('latin1').startsWith('PK\x03\x04') ? await officeContents(path) : ''
    if (hasMacros(list)) return { code: 'fileType', message: `文件带有宏，请另存为不带宏的 .${type} 后再选` }
    return isOfficeFile(list, type) ? null : broken()
  }
  const found = await fileTypeFromFile(path)
  return found && (recognised[type] ?? [type]).includes(found.ext) ? null : broken()
}

async function inspectSvg(path: string, start: Buffer): Promise<Inspection> {
  if (!/^\uFEFF?\s*<(\?xml|!--|svg)/.test(start.toString('utf8'))) return broken()
  return isStillSvg(await readFile(path))
    ? null
    : broken('文件含有脚本、动画或外部引用，或图形重复过多，或不完整；请另存为普通 SVG 后再上传')
}
