import { chmodSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  copyCheckout,
  copyFolder,
  isRoot,
  makeFolder,
  open,
  ordinaryUser,
  postmasterOf,
  refused,
  stop,
  until,
} from './startup.ts'
import { filledFolder, passwordOf, signIn, changePassword, reach, forgetReachAfterwards, placeOf } from './scenes.ts'

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

test('root takes over the data folder of an ordinary user, who is then told why it is closed', async ({ skip }) => {
  skip(!ordinaryUser, 'only root changes users')
  const dataDir = makeFolder(ordinaryUser)
  const first = await open({ dataDir, user: ordinaryUser })
  await changePassword(first)
  first.child.kill('SIGKILL')
  await first.ended
  const second = await open({ dataDir })
  await signIn(second)
  second.child.kill('SIGKILL')
  await second.ended
  process.kill(postmasterOf(dataDir) as number, 'SIGINT')
  await until('PostgreSQL has ended', () => postmasterOf(dataDir) === undefined)
  expect(await refused(11, { dataDir, user: ordinaryUser })).toContain('属于另一个用户')
})

test('root starts from a checkout that only it may enter, even after that is moved, and begins anew without its data', async ({
  skip,
}) => {
  skip(!isRoot, 'only root runs PostgreSQL as another user')
  forgetReachAfterwards()
  const folder = makeFolder()
  let root = copyCheckout(join(folder, 'closed'))
  const first = await open({ dataDir: join(root, 'data'), root })
  expect(placeOf(join(root, 'data'))).toEqual({
    data: expect.stringMatching(`^${reach}/`),
    bin: expect.stringMatching(`^${reach}/`),
  })
  await changePassword(first)
  await stop(first, join(root, 'data'))
  renameSync(root, join(folder, 'moved'))
  root = join(folder, 'moved')
  const second = await open({ dataDir: join(root, 'data'), root })
  await signIn(second)
  await stop(second, join(root, 'data'))
  rmSync(join(root, 'data'), { recursive: true })
  expect(passwordOf(await open({ dataDir: join(root, 'data'), root }))).not.toBe('')
})

test('root takes its data along when the folder is closed to others, and leaves data that lie elsewhere', async ({ skip }) => {
  skip(!isRoot, 'only root runs PostgreSQL as another user')
  forgetReachAfterwards()
  const root = copyCheckout(join(makeFolder(), 'closed'))
  const elsewhere = copyFolder(filled)
  const first = await open({ dataDir: elsewhere, root })
  expect(placeOf(elsewhere)).toEqual({ data: join(elsewhere, 'pg18'), bin: expect.stringMatching(`^${reach}/`) })
  await stop(first, elsewhere)
  chmodSync(elsewhere, 0o700)
  const second = await open({ dataDir: elsewhere, root })
  expect(await refused(12, { dataDir: copyFolder(elsewhere) })).toContain(`进程 ${second.child.pid}`)
  expect(placeOf(elsewhere).data).toMatch(`${reach}/`)
  await signIn(second)
  await stop(second, elsewhere)
  rmSync(realpathSync(join(elsewhere, 'pg18')), { recursive: true })
  expect(await refused(11, { dataDir: elsewhere, root })).toContain('不见了')
})
