import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { filledFolder, groupsOf, signIn } from './scenes.ts'
import { checkout, makeFolder, open } from './startup.ts'

const filled = filledFolder()

/** Runs a command of backup, with what is typed into it, and answers its exit code and what it said. */
async function run(dataDir: string, args: string[], typed = '') {
  const node = join(checkout, 'node_modules/node/bin/node')
  const child = spawn(node, ['src/server/backup/command.ts', ...args], {
    cwd: checkout,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
  child.stdin.end(typed)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [said, warned] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, said, warned }
}

test('an encrypted backup is made without a secret, verified and restored with one, by key or by passphrase', async () => {
  const folder = makeFolder()
  const secret = await generateX25519Identity()
  const key = join(folder, 'key.txt')
  writeFileSync(key, `${secret}\n`)
  const [byKey, byWord] = [join(folder, 'key.backup'), join(folder, 'word.backup')]
  expect(await run(filled, ['backup', byKey, '--to', await identityToRecipient(secret)])).toMatchObject({ code: 0 })
  expect(await run(filled, ['verify', byKey])).toMatchObject({ code: 17 })
  const verified = await run(filled, ['verify', byKey, '--identity', key])
  expect([verified.code, verified.said]).toEqual([0, expect.stringContaining('备份完好')])
  const word = 'lychee tree 4417'
  expect(await run(filled, ['backup', byWord, '--passphrase'], `${word}\n${word}\n`)).toMatchObject({ code: 0 })
  expect(await run(filled, ['verify', byWord], 'another one 12\n')).toMatchObject({ code: 18 })
  const restored = makeFolder()
  expect(await run(restored, ['restore', byWord], `${word}\n`)).toMatchObject({ code: 0 })
  expect(await groupsOf(await signIn(await open({ dataDir: restored })))).toEqual([])
}, 300_000)
