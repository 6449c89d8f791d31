import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { afterwards, checkout } from './startup.ts'

type Env = { DATA_DIR: string; DATABASE_URL?: string }

type Name = 'backup' | 'restore' | 'verify' | 'password'

/** Starts a command of backup, or of a password, as npm does. */
export function startCommand(name: Name, given: string, env: Env) {
  const node = join(checkout, 'node_modules/node/bin/node')
  const program = name === 'password' ? ['src/app/server/passwordCommand.ts'] : ['src/server/backup/command.ts', name]
  const child = spawn(node, [...program, given], {
    cwd: checkout,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text) => (output[stream] += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  afterwards(() => child.kill('SIGKILL') && ended)
  return { child, output, ended }
}

/** Runs a command that succeeds, and answers what it said. */
export async function succeed(...args: Parameters<typeof startCommand>): Promise<string> {
  const { output, ended } = startCommand(...args)
  expect([await ended, output.stderr]).toEqual([0, ''])
  return output.stdout
}

/** Runs a command that must refuse with one Chinese sentence, and answers its exit code. */
export async function codeOf(...args: Parameters<typeof startCommand>): Promise<number | null> {
  const { output, ended } = startCommand(...args)
  const code = await ended
  expect(output.stderr).toMatch(/^[^\n]*[\u4e00-\u9fff][^\n]*。\n$/)
  return code
}
