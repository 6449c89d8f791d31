import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { upload } from '#contract/shell/upload.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { home } from '#features/user/home/home.contract.ts'
import type { Client } from '../support/harness.ts'
import { changePassword, groupsOf, signIn } from './scenes.ts'
import { afterwards, cleanUp, healthy, makeFolder, open, refused, run, stop, until } from './startup.ts'

afterEach(cleanUp)

const megabyte = 2 ** 20

/** Mounts a small disk of its own; undefined where that is not allowed. */
function smallDisk(size: number): string | undefined {
  const folder = makeFolder()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'campus-test', folder]).status !== 0) return undefined
  afterwards(() => void execFileSync('umount', ['-l', folder]))
  chmodSync(folder, 0o711)
  return folder
}

/** Fills a disk until so many bytes are left. */
function fill(disk: string, left: number) {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(join(disk, `ballast-${readdirSync(disk).length}`), Buffer.alloc(Math.max(0, bavail * bsize - left)))
}
function empty(disk: string) {
  for (const name of readdirSync(disk)) if (name.startsWith('ballast')) rmSync(join(disk, name))
}

const group = (client: Client, grpName: string) => client.answer(empgrp.create, { grpName, grpType: '1' })

test('on a disk that is full people sign in and read; after space returns all is well, and nothing that was acknowledged is lost', async ({
  skip,
}) => {
  const disk = smallDisk(400)
  if (!disk) return skip('a small disk cannot be mounted here')
  const dataDir = join(disk, 'data')
  const server = await open({ dataDir })
  const client = await changePassword(server)
  expect((await group(client, '满之前')).code).toBe(0)
  const ready = async () => ((await (await fetch(`${server.url}/readyz`)).json()) as { disk: string }).disk
  expect(await ready()).toBe('ok')
  fill(disk, 60 * megabyte)
  await until('the room is low', async () => (await ready()) === 'low')
  expect((await client.call(home.get)).tasks.map(({ code }) => code)).toContain('disk')
  expect((await group(client, '快满')).code).toBe(0)
  fill(disk, 30 * megabyte)
  await until('the disk is full', async () => (await ready()) === 'full')
  expect((await group(client, '满了')).code).toBe(10020)
  expect((await client.answer(upload.upload, { file: new File(['a'], 'a.txt') })).code).toBe(10020)
  // Stays below the sessions that one account may have, or the first of them ends.
  for (let tries = 0; tries < 10; tries++) expect(await groupsOf(await signIn(server))).toEqual(['满之前', '快满'])
  empty(disk)
  await until('there is room again', async () => (await ready()) === 'ok')
  expect((await group(client, '又有空间')).code).toBe(0)
  await stop(server, dataDir)
})

test('a start on a disk without any room says so with 25 and leaves nothing behind; with room it starts', async ({ skip }) => {
  const disk = smallDisk(400)
  if (!disk) return skip('a small disk cannot be mounted here')
  const dataDir = join(disk, 'data')
  await stop(await open({ dataDir }), dataDir)
  fill(disk, 0)
  expect(await refused(25, { dataDir })).toContain('所在的磁盘没有空间了')
  expect(readdirSync(dataDir).filter((name) => name.startsWith('server.lock'))).toEqual([])
  empty(disk)
  const server = await open({ dataDir })
  await stop(server, dataDir)
})

test('a first start for which there is too little room says so with 25, and goes on once there is some', async ({ skip }) => {
  const disk = smallDisk(200)
  if (!disk) return skip('a small disk cannot be mounted here')
  fill(disk, 20 * megabyte)
  const dataDir = join(disk, 'data')
  expect(await refused(25, { dataDir })).toContain('没有空间')
  expect(existsSync(join(dataDir, 'server.lock'))).toBe(false)
  empty(disk)
  await healthy(await run({ dataDir }))
})
