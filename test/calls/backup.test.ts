import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '#contract/shell/upload.contract.ts'
import { contentOf as bytesOf, membersOf, readMember, writeArchive } from '#server/backup/tar.ts'
import { addFiles, filesOf, findLost } from '#server/backup/backupFiles.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { connectOwner, listMigrations, migrateWithin } from '#server/process/migrate.ts'
import { makeSecret } from '#server/database/secret.ts'
import { readEnv } from '#server/process/env.ts'
import { ExitError } from '#server/base/exit.ts'
import { builtIn, butOutward, command, contentOf, emptyDatabase, makeFolder, manifestOf } from '../support/backups.ts'
import { makeSchool, type School, startServer, type TestServer } from '../support/harness.ts'
import { testKey } from '../support/world.ts'

let server: TestServer
let school: School
const folder = makeFolder()
const path = join(folder, 'good.backup')
let source: { DATA_DIR: string; DATABASE_URL: string; SECRET_KEY: string }

beforeAll(async () => {
  server = await startServer()
  school = await makeSchool(server)
  for (const name of ['通知.txt', '课表.txt'])
    await school.admin.client.call(upload.upload, { file: new File([`${name}：${'内容'.repeat(50)}`], name) })
  source = { DATA_DIR: dirname(server.services.files.root), DATABASE_URL: server.databaseUrl, SECRET_KEY: testKey }
  await command('backup', path, source)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

let folders = 0
/** Returns a data folder that does not exist yet. */
const nowhere = () => join(folder, `data-${++folders}`)

/** Returns the reason and sentence of a refusal; anything else fails the test. */
async function refusal(work: Promise<unknown>): Promise<[string, string]> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ExitError) return [error.reason, error.message]
  throw error ?? new Error('it was not refused')
}

async function tablesIn(url: string): Promise<number> {
  const client = await connectOwner(url)
  const { rows } = await client.query(`select count(*)::int as count from pg_tables where schemaname = 'public'`)
  await client.end()
  return rows[0].count
}

test('a backup is a tar file for its owner alone, tells what is inside, and never replaces another file', async () => {
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(existsSync(`${path}.part`)).toBe(false)
  const told = await command('verify', path, { DATA_DIR: nowhere() })
  expect(told).toMatch(/备份完好[^]*企业 {2}2 个[^]*员工 2 人[^]*文件 {2}2 个/)
  expect(manifestOf(path).migrations).toEqual(listMigrations())
  const before = readFileSync(path)
  expect(await refusal(command('backup', path, source))).toEqual(['backupFile', expect.stringContaining('已经存在')])
  expect(readFileSync(path).equals(before)).toBe(true)
  writeFileSync(join(folder, 'other.part'), '')
  expect(await refusal(command('backup', join(folder, 'other'), source))).toEqual([
    'backupFile',
    expect.stringContaining('other.part 已经存在'),
  ])
})

test('a backup that fails leaves no file', async () => {
  const other = { ...source, SECRET_KEY: 'another key of 32 characters or more' }
  expect((await refusal(command('backup', join(folder, 'failed'), other)))[0]).toBe('secretKey')
  expect((await refusal(command('backup', join(folder, 'failed'), { DATA_DIR: nowhere() })))[0]).toBe('dataFolder')
  expect((await refusal(command('backup', join(folder, 'no/such/folder'), source)))[0]).toBe('backupFile')
  expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])
})

test('a restore brings back every row, file and number to an empty database', async () => {
  const [DATABASE_URL, DATA_DIR] = [await emptyDatabase(), nowhere()]
  expect(await command('restore', path, { DATABASE_URL, DATA_DIR })).toContain('恢复完成')
  const again = join(folder, 'again.backup')
  await command('backup', again, { DATABASE_URL, DATA_DIR })
  expect(butOutward(contentOf(again))).toEqual(butOutward(contentOf(path)))
  // Sends nothing to anybody outside until an operator says that the old one is gone.
  expect(contentOf(again).rowsOf['outward']).not.toEqual(contentOf(path).rowsOf['outward'])
  for (const { entNo, fileNo } of manifestOf(path).files) {
    const restored = join(DATA_DIR, 'files', entNo, fileNo)
    expect(statSync(restored).mode & 0o777).toBe(0o600)
    expect(readFileSync(restored, 'utf8')).toMatch(/内容/)
  }
  expect(statSync(join(DATA_DIR, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(DATA_DIR, 'secret.key'), 'utf8')).toBe(testKey)
  expect(await refusal(command('restore', path, { DATABASE_URL, DATA_DIR }))).toEqual([
    'notEmpty',
    expect.stringContaining('已有 2 个企业'),
  ])
  const client = await connectOwner(DATABASE_URL)
  const { rows } = await client.query(`select relname from pg_class c where relnamespace = 'public'::regnamespace
    and (exists (select from pg_trigger where tgrelid = c.oid and tgenabled <> 'O') or (relrowsecurity and not relforcerowsecurity))`)
  expect(rows).toEqual([])
  const from = await connectOwner(source.DATABASE_URL)
  expect(await builtIn(client)).toEqual(await builtIn(from))
  await Promise.all([client.end(), from.end()])
})

test('a file with flipped bits anywhere, or cut off anywhere, is refused before anything is written', async () => {
  const good = readFileSync(path)
  const bad = join(folder, 'bad.backup')
  const [DATABASE_URL, DATA_DIR] = [await emptyDatabase(), nowhere()]
  const damages = [
    ...Array.from({ length: 20 }, (_, i) => Math.round((i / 19) * (good.length - 1))).map((at) => {
      const flipped = Buffer.from(good)
      flipped[at] = (flipped[at] as number) ^ (1 << (at % 8))
      return flipped
    }),
    ...[0, 1, 512, Math.floor(good.length / 1024) * 512, good.length - 512, good.length - 1].map((length) =>
      good.subarray(0, length),
    ),
    Buffer.concat([good, Buffer.alloc(512)]),
    Buffer.from('an ordinary text'),
  ]
  for (const content of damages) {
    writeFileSync(bad, content)
    expect((await refusal(command('restore', bad, { DATABASE_URL, DATA_DIR })))[0]).toBe('backupFile')
  }
  expect(await refusal(command('verify', bad, { DATA_DIR }))).toEqual(['backupFile', expect.stringContaining('损坏')])
  expect(await tablesIn(DATABASE_URL)).toBe(0)
  expect(existsSync(DATA_DIR)).toBe(false)
})

/** Writes the good backup with another manifest, sealed again. */
async function rewritten(change: (manifest: Manifest) => unknown): Promise<string> {
  const changed = join(folder, `changed-${++folders}.backup`)
  const [from, into] = [await open(path), await open(changed, 'w')]
  const archive = writeArchive(into)
  for await (const member of membersOf(from)) {
    const content = await readMember(from, member)
    if (member.name !== 'manifest.json') await archive.addStream(member.name, member.size, bytesOf(from, member))
    else {
      const manifest = JSON.parse(content.toString())
      change(manifest)
      await archive.add(member.name, Buffer.from(JSON.stringify(manifest)))
    }
  }
  await archive.seal()
  await Promise.all([from.close(), into.close()])
  return changed
}

test('a backup of a newer product is refused, and so is one whose parts do not fit its list', async () => {
  const target = { DATABASE_URL: await emptyDatabase(), DATA_DIR: nowhere() }
  const refusalOf = async (change: (manifest: Manifest) => unknown) =>
    refusal(command('restore', await rewritten(change), target))
  const reasonOf = async (change: (manifest: Manifest) => unknown) => (await refusalOf(change))[0]
  const later = await refusalOf((manifest) => manifest.migrations.push('9999_tomorrow'))
  expect(later[1]).toMatch(/^这份备份里有本产品（[\d.]+）不认得的数据结构 9999_tomorrow/)
  expect(await reasonOf((manifest) => manifest.migrations.push('9999_tomorrow'))).toBe('backupVersion')
  expect(await reasonOf((manifest) => Object.assign(manifest, { product: '999.0.0' }))).toBe('backupVersion')
  expect(await reasonOf((manifest) => Object.assign(manifest, { format: 2 }))).toBe('backupVersion')
  expect(await reasonOf(({ tables }) => Object.assign(tables[0] as object, { rows: 1_000 }))).toBe('backupFile')
  expect(await reasonOf(({ files }) => Object.assign(files[0] as object, { sha256: '0'.repeat(64) }))).toBe('backupFile')
  expect(await reasonOf(({ files }) => Object.assign(files[0] as object, { entNo: '../..' }))).toBe('backupFile')
  expect(await tablesIn(target.DATABASE_URL)).toBe(0)
  expect(existsSync(target.DATA_DIR)).toBe(false)
})

test('a data folder with another key, or with another file in the place of one of ours, is left alone', async () => {
  const [DATABASE_URL, DATA_DIR] = [await emptyDatabase(), nowhere()]
  const [file] = manifestOf(path).files
  const place = join(DATA_DIR, 'files', file?.entNo ?? '', file?.fileNo ?? '')
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, 'another file')
  expect((await refusal(command('restore', path, { DATABASE_URL, DATA_DIR })))[0]).toBe('notEmpty')
  expect(readFileSync(place, 'utf8')).toBe('another file')
  rmSync(place)
  const key = 'another key of 32 characters or more'
  writeFileSync(join(DATA_DIR, 'secret.key'), key)
  expect((await refusal(command('restore', path, { DATABASE_URL, DATA_DIR })))[0]).toBe('secretKey')
  expect((await refusal(command('restore', path, { DATABASE_URL, DATA_DIR: nowhere(), SECRET_KEY: key })))[0]).toBe('secretKey')
  expect(readFileSync(join(DATA_DIR, 'secret.key'), 'utf8')).toBe(key)
  expect(await tablesIn(DATABASE_URL)).toBe(0)
})

test('a backup of the version before is restored and brought to this one', async () => {
  const url = await emptyDatabase()
  const client = await connectOwner(url)
  const previous = listMigrations().at(-2) as string
  await client.query('begin')
  await migrateWithin(client, previous)
  await client.query(`insert into ent (ent_no, ent_name, idnt_no) values ('0600000001', '平台运营中心', '060')`)
  await client.query(`insert into meta values ('key', $1)`, [makeSecret(testKey).fingerprint])
  await client.query('commit')
  await client.end()
  const old = join(folder, 'old.backup')
  await command('backup', old, { DATA_DIR: nowhere(), DATABASE_URL: url, SECRET_KEY: testKey })
  expect(manifestOf(old).migrations.at(-1)).toBe(previous)
  const target = { DATA_DIR: nowhere(), DATABASE_URL: await emptyDatabase() }
  await command('restore', old, target)
  await command('backup', join(folder, 'renewed.backup'), target)
  expect(manifestOf(join(folder, 'renewed.backup'))).toMatchObject({ migrations: listMigrations(), people: { enterprises: 1 } })
})

test('a file deleted while a backup runs is left out without a word; one that was lost is told', async () => {
  const client = await connectOwner(server.databaseUrl)
  const { fileNo } = await school.admin.client.call(upload.upload, { file: new File(['一会儿就删'], '名册.txt') })
  await client.query('begin isolation level repeatable read read only')
  const wanted = await filesOf(client)
  await server.owner.query('delete from file where file_no = $1', [fileNo])
  await server.services.files.remove(school.entNo, fileNo)
  const out = await open(join(folder, 'files.tar'), 'w')
  const { files, missing } = await addFiles(writeArchive(out), wanted, readEnv(source))
  await out.close()
  await client.query('commit')
  expect([files.length, await findLost(client, missing), missing]).toEqual([2, 0, [{ entNo: school.entNo, fileNo, lost: false }]])
  await client.end()
  const lost = join(folder, 'lost.backup')
  expect(await command('backup', lost, { ...source, DATA_DIR: nowhere() })).toContain('有 2 个文件在数据目录里找不到')
  expect(await command('verify', lost, source)).toContain('另有 2 个在备份时已找不到')
  const target = { DATABASE_URL: await emptyDatabase(), DATA_DIR: nowhere() }
  expect(await command('restore', lost, target)).toContain('恢复完成')
})
