import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { connectOwner } from '#server/process/migrate.ts'
import { butOutward, contentOf, manifestOf } from '../support/backups.ts'
import type { Client } from '../support/harness.ts'
import { idNoOf } from '../support/staffList.ts'
import { codeOf, startCommand, succeed } from './commands.ts'
import { filledFolder, groupsOf, makeDatabase, signIn, startWriters } from './scenes.ts'
import { afterwards, checkout, copyFolder, makeFolder, open, postmasterOf, refused, stop, superuserOf, until } from './startup.ts'

const filled = filledFolder()
const idNo = idNoOf('98010119900305002')
/** Holds the path of a backup of the filled folder. */
const path = join(filled, 'filled.backup')

// Makes one employee with an encrypted number, and enough rows that writing them takes a moment.
beforeAll(async () => {
  const server = await open({ dataDir: filled })
  const client = await signIn(server)
  await client.call(emp.create, { empName: '高明', authTel: '15000000001', orgNos: ['O00000001'], idNo })
  const database = await superuserOf(filled)
  await database.query(`insert into login_log (name, result) select 'nobody ' || i, 'unknown' from generate_series(1, 60000) i`)
  await database.end()
  await stop(server, filled)
  await succeed('backup', path, { DATA_DIR: filled })
})

const revealed = async (client: Client) => {
  const { datas } = await client.call(emp.getpage, { keyWord: '高明' })
  return (await client.call(emp.reveal, { empNo: datas[0]?.empNo ?? '', field: 'idNo' })).value
}

async function writeFiles(client: Client, written: string[]) {
  for (let i = 0; ; i++) {
    // Stays below what one session may ask for.
    await sleep(35)
    const { fileNo } = await client
      .call(upload.upload, { file: new File([`第 ${i} 份`], `${i}.txt`) })
      .catch(() => ({ fileNo: '' }))
    if (!fileNo) return
    written.push(fileNo)
  }
}

test('a backup made while people write is one moment of it, and restored it signs them in and shows what was sealed', async () => {
  const dataDir = copyFolder(filled)
  const busy = join(makeFolder(), 'busy.backup')
  const server = await open({ dataDir })
  const client = await signIn(server)
  const groups: string[] = []
  const files: string[] = []
  const writers = await startWriters(server, groups)
  writers.push(writeFiles(client, files))
  await until('rows are written', () => groups.length > 50 && files.length > 10)
  const before = { groups: [...groups], files: [...files] }
  const postmaster = postmasterOf(dataDir)
  await succeed('backup', busy, { DATA_DIR: dataDir })
  expect(groups.length).toBeGreaterThan(before.groups.length)
  expect(postmasterOf(dataDir)).toBe(postmaster)
  server.child.kill('SIGKILL')
  await Promise.all(writers)

  const restored = makeFolder()
  await succeed('restore', busy, { DATA_DIR: restored })
  const again = join(restored, 'again.backup')
  await succeed('backup', again, { DATA_DIR: restored })
  expect(butOutward(contentOf(again))).toEqual(butOutward(contentOf(busy)))
  expect(postmasterOf(restored)).toBe(undefined)

  const revived = await open({ dataDir: restored })
  const user = await signIn(revived)
  expect(await revealed(user)).toBe(idNo)
  const there = await groupsOf(user)
  expect(there).toEqual(expect.arrayContaining(before.groups))
  const database = await superuserOf(restored)
  const { rows: kept } = await database.query(
    `select count(*)::int as count from history where tbl = 'empgrp' and act = 'insert'`,
  )
  expect(kept[0].count).toBe(there.length)
  const { rows } = await database.query('select ent_no, file_no, sha256 from file')
  expect(rows.map(({ file_no }) => file_no)).toEqual(expect.arrayContaining(before.files))
  for (const { ent_no, file_no, sha256 } of rows) {
    const content = readFileSync(join(restored, 'files', ent_no, file_no))
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
  }
  await user.call(emp.create, { empName: '新来的', sex: 'F', authTel: '15000000002', orgNos: ['O00000001'] })
  await user.call(upload.upload, { file: new File(['之后'], '之后.txt') })
})

test('data move from the embedded database to a server of one’s own, whose user is no superuser, and back', async () => {
  const [second, third] = [join(makeFolder(), 'second.backup'), join(makeFolder(), 'third.backup')]
  const url = await makeDatabase('createrole')
  const [there, back] = [makeFolder(), makeFolder()]
  await succeed('restore', path, { DATA_DIR: there, DATABASE_URL: url })
  await succeed('backup', second, { DATA_DIR: there, DATABASE_URL: url })
  await succeed('restore', second, { DATA_DIR: back })
  await succeed('backup', third, { DATA_DIR: back })
  expect(butOutward(contentOf(second))).toEqual(butOutward(contentOf(path)))
  expect(butOutward(contentOf(third))).toEqual(butOutward(contentOf(path)))
  expect(manifestOf(path).tables.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(60_000)
  const abroad = await open({ dataDir: there, env: { DATABASE_URL: url } })
  expect(await revealed(await signIn(abroad))).toBe(idNo)
  const home = await open({ dataDir: back })
  expect(await revealed(await signIn(home))).toBe(idNo)
})

test('what may not be done ends with its own code and one Chinese sentence', async () => {
  expect(await codeOf('restore', path, { DATA_DIR: filled })).toBe(20)
  expect(await codeOf('verify', join(checkout, 'package.json'), { DATA_DIR: makeFolder() })).toBe(18)
  expect(await codeOf('verify', join(checkout, 'missing'), { DATA_DIR: makeFolder() })).toBe(18)
  expect(await codeOf('backup', join(makeFolder(), 'none'), { DATA_DIR: makeFolder() })).toBe(11)
  expect(await codeOf('restore', path, { DATA_DIR: makeFolder(), DATABASE_URL: await makeDatabase('nocreaterole') })).toBe(14)
  expect(await codeOf('restore', path, { DATA_DIR: makeFolder(), DATABASE_URL: await makeDatabase('createrole', false) })).toBe(
    14,
  )
})

/** Waits until a restore writes rows. */
async function loading(client: pg.Client) {
  const copying = `select 1 from pg_stat_activity where query like 'copy public.%login_log% from stdin' and state = 'active'`
  await until('rows are written', async () => (await client.query(copying)).rowCount !== 0)
}

test('however often a restore is killed -9, a start refuses, and the next restore succeeds', async () => {
  const dataDir = makeFolder()
  const killed = async (moment: (output: { stdout: string }) => Promise<unknown>) => {
    const { child, ended, output } = startCommand('restore', path, { DATA_DIR: dataDir })
    await moment(output)
    child.kill('SIGKILL')
    await ended
    expect(output.stdout).not.toContain('恢复完成')
    expect(await refused(21, { dataDir })).toContain('npm run restore')
  }
  await killed(() => until('the key is there', () => existsSync(join(dataDir, 'secret.key'))))
  await killed(async (output) => {
    await until('writing begins', () => output.stdout.includes('正在写入数据'))
    await loading(await superuserOf(dataDir))
  })
  await succeed('restore', path, { DATA_DIR: dataDir })
  expect(await revealed(await signIn(await open({ dataDir })))).toBe(idNo)
})

test('after a kill -9 while rows are written to a server of one’s own none is there, and a second restore succeeds', async () => {
  const [dataDir, url] = [makeFolder(), await makeDatabase('createrole')]
  const owner = await connectOwner(url)
  afterwards(() => owner.end())
  const first = startCommand('restore', path, { DATA_DIR: dataDir, DATABASE_URL: url })
  await loading(owner)
  first.child.kill('SIGKILL')
  await first.ended
  const { rows } = await owner.query(`select count(*)::int as count from pg_tables where schemaname = 'public'`)
  expect(rows[0].count).toBe(0)
  expect(await refused(21, { dataDir, env: { DATABASE_URL: url } })).toContain('恢复中途断了')
  await succeed('restore', path, { DATA_DIR: dataDir, DATABASE_URL: url })
})
