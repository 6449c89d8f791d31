import type { TableRow } from './info.contract.ts'

type Read = { items: TableRow[]; wrong?: undefined } | { items?: undefined; wrong: string }

type Columns = { charName?: string | null | undefined; numName?: string | null | undefined }

/**
 * Reads rows pasted from a sheet: number, name, English name, then the columns that the type names, separated by tabs. A missing
 * cell leaves the loaded value; a heading is skipped.
 */
export function readPaste(text: string, type: Columns): Read {
  const lines = text.split(/\r?\n/).map((line) => line.split('\t').map((cell) => cell.trim()))
  const items: TableRow[] = []
  for (const [i, [infoNo = '', chnName = '', engName, ...more]] of lines.entries()) {
    if (infoNo === '编号' || (!infoNo && !chnName)) continue
    if (!infoNo) return { wrong: `第 ${i + 1} 行少了编号` }
    if (!chnName) return { wrong: `第 ${i + 1} 行少了中文名` }
    const columns = readColumns(more, type)
    if (typeof columns === 'string') return { wrong: `第 ${i + 1} 行的${columns}` }
    items.push({ infoNo, chnName, ...(engName !== undefined && { engName: engName || null }), ...columns })
  }
  return items.length > 0 ? { items } : { wrong: '没有可以读出的行，每行应是编号和中文名，中间用制表符隔开' }
}

/** Reads the columns that the type names; answers what is wrong as text. */
function readColumns(cells: readonly string[], { charName, numName }: Columns) {
  const [char, num] = charName ? cells : [undefined, ...cells]
  const number = num === undefined || !numName ? undefined : num === '' ? null : Number(num)
  if (Number.isNaN(number)) return `${numName}“${num}”不是数值`
  return { ...(charName && char !== undefined && { charClmn: char || null }), ...(number !== undefined && { numClmn: number }) }
}
