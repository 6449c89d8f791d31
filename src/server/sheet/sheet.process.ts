import { type Archive, openArchive } from './sheet.archive.ts'
import { readBook } from './sheet.book.ts'
import { makeGrid } from './sheet.grid.ts'
import { brokenWorkbook, limits, SheetRefusal, type SheetTexts, type SheetAnswer } from './sheet.limits.ts'
import { readSheetRows } from './sheet.rows.ts'
import { readStrings } from './sheet.strings.ts'
import { readFormats } from './sheet.styles.ts'

// Ends with the server that asked.
process.on('disconnect', () => process.exit())
process.once('message', async (path: string) => {
  // Stays until the server has read the answer, and ends it.
  process.send?.(await answer(path).catch(refuse))
})

async function answer(path: string): Promise<SheetAnswer> {
  const archive = await openArchive(path)
  try {
    return { sheets: await readAll(archive) }
  } finally {
    archive.close()
  }
}

async function readAll(archive: Archive): Promise<SheetTexts[]> {
  const { sheets, strings, styles, date1904 } = await readBook(archive)
  const reading = {
    strings: strings ? await readStrings(archive, strings) : [],
    formats: styles ? await readFormats(archive, styles) : [],
    date1904,
  }
  const left = { cells: limits.cells, characters: limits.characters }
  const read: SheetTexts[] = []
  for (const { name, part } of sheets) {
    const grid = makeGrid(name, left)
    await readSheetRows(archive, part, grid, reading)
    const far = [...grid.far].map(([rowNo, cells]) => ({ rowNo, cells }))
    if (grid.rows.length > 0 || far.length > 0) read.push({ name, rows: grid.rows, ...(far.length > 0 && { far }) })
  }
  return read
}

function refuse(error: unknown): SheetAnswer {
  const { code, message } = error instanceof SheetRefusal ? error : brokenWorkbook()
  return { refused: { code, message } }
}
