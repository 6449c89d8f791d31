import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type WriteSheet, writeXlsx } from 'hucre/xlsx'
import type { Context } from '#server/call/context.ts'
import { escapeFormula } from '#server/base/escapeFormula.ts'

/** Writes a small workbook to temporary storage and answers its path. */
export async function keepWorkbook(sheets: WriteSheet[], { services }: Context): Promise<string> {
  const safe = sheets.map((sheet) => ({ ...sheet, rows: (sheet.rows ?? []).map((row) => row.map(escapeFormula)) }))
  const folder = join(services.files.root, 'leaving')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  await writeFile(path, await writeXlsx({ sheets: safe }), { mode: 0o600, flag: 'wx' })
  return path
}
