import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { Fault } from '#server/base/fault.ts'
import { strangerIn } from './sheet.kind.ts'
import { brokenWorkbook, limits, type SheetRefusal, type SheetTexts, type SheetAnswer } from './sheet.limits.ts'
import { limitConcurrency } from '#server/base/limitConcurrency.ts'

const seconds = 60
// Limits what the worker keeps; the file itself is unpacked piece by piece.
const memory = { maxOldGenerationSizeMb: 144, maxYoungGenerationSizeMb: 32, codeRangeSizeMb: 8 }
const inTurn = limitConcurrency(2, 6)

/**
 * Reads all visible sheets that hold anything, in order, in a worker with a memory cap. Throws a fault that says so for a
 * damaged, hostile or oversized workbook.
 */
export async function readSheets(path: string): Promise<SheetTexts[]> {
  if ((await stat(path)).size > limits.bytes) throw new Fault('tooLarge', `工作簿超过 ${limits.bytes / 2 ** 20} MB`)
  const stranger = await strangerIn(path)
  if (stranger) throw faultOf(stranger)
  const answer = await inTurn(() => readInWorker(path))
  if ('refused' in answer) throw faultOf(answer.refused)
  return answer.sheets
}

const faultOf = ({ code, message }: Pick<SheetRefusal, 'code' | 'message'>) => new Fault(code, message)

function readInWorker(path: string): Promise<SheetAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url), { workerData: { path }, resourceLimits: memory })
    const patience = setTimeout(() => {
      reject(new Fault('busy', '工作簿读取时间过长，请分成几份再导入'))
      void worker.terminate()
    }, seconds * 1000)
    worker.once('message', resolve)
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new Fault('tooLarge', '工作簿内容过多，请分成几份')
          : faultOf(brokenWorkbook()),
      ),
    )
    worker.once('exit', () => {
      clearTimeout(patience)
      reject(faultOf(brokenWorkbook()))
    })
  })
}
