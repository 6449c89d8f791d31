import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Lists the dictionaries whose values are codes of national standards, which other systems write into their lists.
const national = ['NTNL', 'PLTC', 'HEALTH', 'GATQW', 'NATION']

let nations: ReadonlyMap<string, string> | undefined

/** Returns how a dictionary's code is read from a list: 1 and 01 alike, of nations all three codes. */
export function nationalCodeOf(typeCode: string): ((text: string) => string | undefined) | undefined {
  if (!national.includes(typeCode)) return undefined
  if (typeCode === 'NATION')
    return (text) => (nations ??= readNations()).get(/^\d+$/.test(text) ? text.padStart(3, '0') : text.toUpperCase())
  return (text) => (/^\d{1,2}$/.test(text) ? text.padStart(2, '0') : undefined)
}

function readNations() {
  const file = join(import.meta.dirname, '../../../db/reference/nation_iso3166.tsv')
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
  return new Map(
    rows.flatMap(([two = '', three = '', numeric = '']) => [two, three, numeric].map((code) => [code, two] as const)),
  )
}
