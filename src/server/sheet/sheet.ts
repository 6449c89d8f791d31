import { fork } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { Fault } from '#server/base/fault.ts'
import { strangerIn } from './sheet.kind.ts'
import { brokenWorkbook, limits, type SheetRefusal, type SheetTexts, type SheetAnswer } from './sheet.limits.ts'
import { limitConcurrency } from '#server/base/limitConcurrency.ts'

const seconds = 60
// Limits what the process keeps; the file itself is unpacked piece by piece.
const execArgv = ['--max-old-space-size=144', '--max-semi-space-size=16']
const inTurn = limitConcurrency(2, 6)

/**
 * Reads all visible sheets that hold anything, in order, in a process with a memory cap: whatever a file does to it, the server
 * goes on. Throws a fault that says so for a damaged, hostile or oversized workbook.
 */
export async function readSheets(path: string): Promise<SheetTexts[]> {
  if ((await stat(path)).size > limits.bytes) throw new Fault('tooLarge', `工作簿超过 ${limits.bytes / 2 ** 20} MB`)
  const stranger = await strangerIn(path)
  if (stranger) throw faultOf(stranger)
  const answer = await inTurn(() => readApart(path))
  if ('refused' in answer) throw faultOf(answer.refused)
  return answer.sheets
}

const faultOf = ({ code, message }: Pick<SheetRefusal, 'code' | 'message'>) => new Fault(code, message)

function readApart(path: string): Promise<SheetAnswer> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./sheet.process.ts', import.meta.url), {
      execArgv,
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const patience = setTimeout(() => {
      reject(new Fault('busy', '工作簿读取时间过长，请分成几份再导入'))
      child.kill('SIGKILL')
    }, seconds * 1000)
    child.once('message', (answer) => {
      resolve(answer as SheetAnswer)
      child.kill('SIGKILL')
    })
    child.once('error', () => reject(new Fault('busy')))
    child.once('exit', (_, signal) => {
      clearTimeout(patience)
      // Says by its signal that it had no memory left.
      reject(signal === 'SIGABRT' ? new Fault('tooLarge', '工作簿内容过多，请分成几份') : faultOf(brokenWorkbook()))
    })
    child.send(path, () => {})
  })
}
