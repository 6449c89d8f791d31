import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import yauzl from 'yauzl'
import { Fault } from './fault.ts'
import { takeTurns } from './turns.ts'

/** The first sheet of a workbook with anything in it: texts row by row, as a person would read the cells. */
export type Sheet = { name: string; rows: string[][] }

// A workbook that claims more than this is refused before anything is unpacked (security, R13).
const limits = {
  bytes: 10 * 2 ** 20,
  entries: 2000,
  entryBytes: 50 * 2 ** 20,
  totalBytes: 100 * 2 ** 20,
  rows: 20_000,
  columns: 200,
}
const seconds = 60
const inTurn = takeTurns(2, 6)

/** Reads a workbook in a worker with a memory cap; a damaged, hostile or oversized one is a fault that says so. */
export async function readSheet(path: string): Promise<Sheet> {
  if ((await stat(path)).size > limits.bytes) throw new Fault('tooLarge', `工作簿超过 ${limits.bytes / 2 ** 20} MB`)
  await checkArchive(path)
  const sheet = await inTurn(() => readInWorker(path))
  if (sheet.rows.length > limits.rows + 10) throw new Fault('tooLarge', `工作簿最多 ${limits.rows} 行，请分成几份`)
  if (sheet.rows.some((row) => row.length > limits.columns)) throw new Fault('tooLarge', `工作簿最多 ${limits.columns} 列`)
  return sheet
}

const broken = () => new Fault('fileBroken', '打不开这个工作簿。请在 Excel 或 WPS 中另存为 .xlsx 后再选')

function checkArchive(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true }, (error, archive) => {
      if (error) return reject(broken())
      let total = 0
      let hasWorkbook = false
      archive.on('error', () => reject(broken()))
      archive.on('end', () => (hasWorkbook ? resolve() : reject(broken())))
      archive.on('entry', (entry: yauzl.Entry) => {
        total += entry.uncompressedSize
        if (entry.fileName === 'xl/workbook.xml') hasWorkbook = true
        if (entry.uncompressedSize > limits.entryBytes || total > limits.totalBytes || archive.entryCount > limits.entries) {
          archive.close()
          return reject(new Fault('tooLarge', '工作簿展开后过大'))
        }
        archive.readEntry()
      })
      archive.readEntry()
    })
  })
}

function readInWorker(path: string): Promise<Sheet> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url), {
      workerData: { path, maxRows: limits.rows + 11 },
      resourceLimits: { maxOldGenerationSizeMb: 300 },
    })
    const patience = setTimeout(() => {
      reject(new Fault('busy', '工作簿读取时间过长，请分成几份再导入'))
      void worker.terminate()
    }, seconds * 1000)
    worker.once('message', resolve)
    worker.once('error', () => reject(broken()))
    worker.once('exit', () => {
      clearTimeout(patience)
      reject(broken())
    })
  })
}
