import { writeXlsx } from 'hucre/xlsx'

// Fixes the time inside a workbook, or a file that is made again would not be the one whose digits were kept.
const madeAt = new Date('2026-09-01T00:00:00Z')

export type Row = (string | number)[]

/** Makes a workbook; each sheet has a row of titles and the rows below it. */
export const sheetFile = async (sheets: { name: string; rows: Row[] }[]) =>
  Buffer.from(await writeXlsx({ sheets, properties: { created: madeAt, modified: madeAt } }))
