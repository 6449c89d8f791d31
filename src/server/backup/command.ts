import { resolve } from 'node:path'
import { readEnv } from '#server/process/env.ts'
import { exitCodes, ExitError } from '#server/base/exit.ts'
import { backup } from './backup.ts'
import type { BackupJob } from './job.ts'
import { restoreBackup } from './restore.ts'
import { verify } from './verify.ts'

const commands = new Map(Object.entries({ backup, restore: restoreBackup, verify }))
const closers: (() => unknown)[] = []
let ending: Promise<void> | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void end('已中止。', exitCodes.unexpected))

try {
  await run()
  await end('', 0)
} catch (error) {
  const { sentence, code } = sayWhy(error)
  await end(sentence, code)
}

async function run() {
  const [name = '', file] = process.argv.slice(2)
  const command = commands.get(name)
  if (!command || !file || process.argv.length > 4)
    throw new ExitError('setting', `请写出一个备份文件的名字，例如：npm run ${command ? name : 'backup'} ./campus.backup`)
  const job: BackupJob = {
    settings: readEnv(),
    say: (line) => void process.stdout.write(`${line}\n`),
    warn: (line) => void process.stderr.write(`${line}\n`),
    onEnd: (close) => void closers.push(close),
  }
  // Resolves a name from the caller's folder, for npm changes into that of the product.
  await command(resolve(process.env.INIT_CWD ?? '.', file), job)
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
