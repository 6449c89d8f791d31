import { chmodSync, chownSync, existsSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf } from './commands.ts'
import { copyCheckout, copyFolder, isRoot, makeFolder, open, ordinaryUser, refused, stop, until } from './startup.ts'
import { filledFolder, signIn, changePassword, reach, forgetReachAfterwards, placeOf } from './scenes.ts'

const filled = filledFolder()

test('an ordinary user needs no root', async ({ skip }) => {
  skip(isRoot && !ordinaryUser, 'no ordinary user reaches this checkout')
  const dataDir = makeFolder(ordinaryUser)
  const first = await open({ dataDir, user: ordinaryUser })
  await changePassword(first)
  await stop(first, dataDir)
  const second = await open({ dataDir, user: ordinaryUser })
  await signIn(second)
  await stop(second, dataDir, 'SIGINT')
})

test('root refuses the data folder of an ordinary user, who starts and backs it up as before', async ({ skip }) => {
  skip(!ordinaryUser, 'only root changes users')
  const dataDir = makeFolder(ordinaryUser)
  // Refuses an empty folder too: the key would be root's.
  expect(await refused(11, { dataDir })).toContain('属于用户 nobody')
  expect(readdirSync(dataDir)).toEqual([])
  const first = await open({ dataDir, user: ordinaryUser })
  await changePassword(first)
  first.child.kill('SIGKILL')
  await first.ended
  expect(await refused(11, { dataDir })).toContain('属于用户 nobody')
  expect(await codeOf('backup', join(makeFolder(), 'a.backup'), { DATA_DIR: dataDir })).toBe(11)
  const second = await open({ dataDir, user: ordinaryUser })
  await signIn(second)
  await stop(second, dataDir)
})

test('an ordinary user is told why a data folder of root is closed', async ({ skip }) => {
  skip(!ordinaryUser, 'only root changes users')
  const dataDir = copyFolder(filled)
  await stop(await open({ dataDir }), dataDir)
  chownSync(dataDir, ordinaryUser?.uid ?? 0, ordinaryUser?.gid ?? 0)
  chownSync(join(dataDir, 'secret.key'), ordinaryUser?.uid ?? 0, ordinaryUser?.gid ?? 0)
  expect(await refused(11, { dataDir, user: ordinaryUser })).toContain('属于另一个用户')
})

test('root starts from a checkout that only it may enter, with its data elsewhere; data that the database could not reach are refused and nothing is made', async ({
  skip,
}) => {
  skip(!isRoot, 'only root runs PostgreSQL as another user')
  forgetReachAfterwards()
  const folder = makeFolder()
  const root = copyCheckout(join(folder, 'closed'))
  expect(await refused(11, { dataDir: join(root, 'data'), root })).toContain(`它进不了 ${root}`)
  expect(existsSync(join(root, 'data'))).toBe(false)
  const dataDir = join(folder, 'data')
  const first = await open({ dataDir, root })
  expect(placeOf(dataDir)).toEqual({ data: join(dataDir, 'pg18'), bin: expect.stringMatching(`^${reach}/`) })
  await changePassword(first)
  await stop(first, dataDir)
  chmodSync(dataDir, 0o700)
  expect(await refused(11, { dataDir, root })).toContain(`chmod o+x ${dataDir}`)
  chmodSync(dataDir, 0o711)
  await signIn(await open({ dataDir, root }))
})

test('a database that an earlier version moved elsewhere goes on there, and every start says where it is', async ({ skip }) => {
  skip(!isRoot, 'only root runs PostgreSQL as another user')
  const dataDir = copyFolder(filled)
  const elsewhere = join(makeFolder(), 'data-A1b2C3')
  renameSync(join(dataDir, 'pg18'), elsewhere)
  symlinkSync(elsewhere, join(dataDir, 'pg18'))
  chmodSync(dataDir, 0o700)
  const server = await open({ dataDir })
  await until('it says so', () => server.output.stdout.includes(`数据库不在数据目录 ${dataDir} 里，在 ${elsewhere}。`))
  await signIn(server)
  expect(await refused(12, { dataDir: copyFolder(dataDir) })).toContain(`进程 ${server.child.pid}`)
  await stop(server, dataDir)
  rmSync(elsewhere, { recursive: true })
  expect(await refused(11, { dataDir })).toContain('不见了')
})
