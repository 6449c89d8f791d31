import { readEnv } from '#server/process/env.ts'
import { exitCodes, ExitError } from '#server/base/exit.ts'
import type { BackupJob } from './job.ts'

const closers: (() => unknown)[] = []
let ending: Promise<void> | undefined

/** Runs a command with what was written behind it, and ends the process: with 0, or with a sentence and the code of its reason. */
export async function runCommand(work: (args: string[], job: BackupJob) => Promise<void>) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void end('已中止。', exitCodes.unexpected))
  // Goes on where nobody reads the output any more, as `head` does.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  try {
    await work(process.argv.slice(2), {
      settings: readEnv(),
      lock: {},
      say: (line) => void process.stdout.write(`${line}\n`),
      warn: (line) => void process.stderr.write(`${line}\n`),
      onEnd: (close) => void closers.push(close),
    })
    await end('', 0)
  } catch (error) {
    const { sentence, code } = sayWhy(error)
    await end(sentence, code)
  }
}

/** Closes what was opened, in the reverse order, and ends; what fails meanwhile is no news. */
function end(sentence: string, code: number): Promise<void> {
  ending ??= closeAll().then(() => {
    if (sentence) process.stderr.write(`${sentence}\n`)
    process.exit(code)
  })
  return ending
}

async function closeAll() {
  for (let close = closers.pop(); close; close = closers.pop())
    await Promise.resolve()
      .then(close)
      .catch(() => {})
}

function sayWhy(error: unknown): { sentence: string; code: number } {
  if (error instanceof ExitError) return { sentence: error.message, code: exitCodes[error.reason] }
  const {
    code = '',
    message,
    constraint,
    severity,
  } = error as Error & Partial<Record<'code' | 'constraint' | 'severity', string>>
  if (code === 'ENOSPC') return { sentence: '磁盘空间不足，没有完成。请腾出空间后再试。', code: exitCodes.dataFolder }
  if (/^(57P|08|ECONN|EPIPE)/.test(code) || /connection/i.test(message))
    return { sentence: '数据库中途断开，没有完成。请确认数据库在运行，然后再试。', code: exitCodes.database }
  // Prints only PostgreSQL's code, since its messages can quote values.
  const detail = severity ? `数据库报告 ${code} ${constraint ?? ''}`.trim() : message
  return { sentence: `没有完成：${detail}。`, code: exitCodes.unexpected }
}
