import { stat } from 'node:fs/promises'
import { Fault } from '#server/base/fault.ts'
import { strangerIn } from './sheet.kind.ts'
import { brokenWorkbook, limits, type SheetRefusal, type SheetTexts, type SheetAnswer } from './sheet.limits.ts'
import { limitConcurrency } from '#server/base/limitConcurrency.ts'
import { OutOfTime, runInWorker } from '#server/base/runInWorker.ts'

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

async function readInWorker(path: string): Promise<SheetAnswer> {
  try {
    return await runInWorker<SheetAnswer>(new URL('./sheet.worker.ts', import.meta.url), { path }, { seconds, memory })
  } catch (error) {
    if (error instanceof OutOfTime) throw new Fault('busy', '工作簿读取时间过长，请分成几份再导入')
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new Fault('tooLarge', '工作簿内容过多，请分成几份')
    throw faultOf(brokenWorkbook())
  }
}
