import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Call } from '#contract/call.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { home } from '#features/user/home/home.contract.ts'
import { transaction } from '#server/database/database.ts'
import { connectOwner } from '#server/process/migrate.ts'
import { workOn } from '#server/reference/load.ts'
import { testKey } from '../test/support/world.ts'
import { entNoOf, makeEnterprise, openSession } from './enterprises.ts'
import { prepareBureau } from './parts/bureau.ts'
import { loadHastily } from './parts/hasty.ts'
import { bureau, leaveLoaded, loadedAddress } from './loaded.ts'
import { keptPostgres } from './postgres.ts'
import { big, countSchool, fillHistory, fillRows, names } from './pupils.ts'
import { ask, check, serve, timeOf } from './serving.ts'
import { timeYear } from './parts/year.ts'

// Measures what one school notices of the others: schools of 10,000 students are added until there are 0.1, 1 and 5 million, and
// after each the same is measured in the same school. A million has one of 510,000 among them. npm run bench growth FOLDER; SIZES=0.1,1
// for others, BACKUP=0 without backups. What is left in the folder can be measured by npm run bench calls FOLDER; this one measures it
// again where it is there already.
const [, , folder] = process.argv
if (!folder) throw new Error('npm run bench growth FOLDER')
const sizes = (process.env.SIZES ?? '0.1,1,5').split(',').map((millions) => Number(millions) * 1_000_000)
// Names the school that is measured, the one of 5,000 whose year is rolled over, and the large one.
const [measured, rolled, large] = [2, 1, big.at]
const studentsOf = (at: number) => ({ [rolled]: 5000, [large]: big.students })[at] ?? 10_000
const tries = Number(process.env.TIMES ?? 40)
// Says how much of a disk a student takes, in bytes, with room for loading and for a backup.
const bytesOfStudent = 8000

const work: [string, Call, (i: number) => Record<string, unknown>][] = [
  ['列表', stu.getpage, (i) => ({ pageSize: 50, pageIndex: 1 + i })],
  ['一个班', stu.getpage, (i) => ({ pageSize: 50, unitNo: `C${i}` })],
  ['搜索两个字', stu.getpage, (i) => ({ pageSize: 50, keyWord: (names[i * 7] ?? '').slice(0, 2) })],
  ['年级班级', stu.gettree, () => ({})],
  ['统计', stu.getstatis, () => ({})],
  ['按标签', stu.getpage, () => ({ pageSize: 50, stt: '1', wts: '02' })],
  ['没有家长', stu.getpage, () => ({ pageSize: 50, stt: '1', noPtr: '1' })],
  ['家长列表', ptr.getpage, () => ({ pageSize: 50 })],
  ['首页', home.get, () => ({})],
]

const began = Date.now()
const say = (words: string) => console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(5)} s  ${words}`)
const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`

const isLoaded = existsSync(join(folder, 'loaded.json'))
if (!isLoaded) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const postgres = await keptPostgres(folder)
const rows: string[][] = []
const first = new Map<string, number>()
try {
  if (isLoaded) await measureAgain()
  else await grow()
  for (const cells of rows) console.log(cells.join('  '))
} finally {
  await postgres.stop()
}

async function measureAgain() {
  const owner = await connectOwner(postgres.url)
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 })
  const { rows: told } = await owner.query('select sum(cnt)::int as students from stu_cnt')
  rows.push(await measureAll(owner, { pool, address: loadedAddress(folder as string, postgres.url), size: told[0].students }))
  await pool.end()
  await owner.end()
}

async function grow() {
  const { owner, address, pool } = await prepareBureau(postgres.url)
  let [made, students] = [0, 0]
  for (const size of sizes) {
    const { bavail, bsize } = statfsSync(folder as string)
    const needed = (size - students) * bytesOfStudent
    if (bavail * bsize < needed) {
      say(`没有测 ${size / 1_000_000} 百万：磁盘还要 ${Math.ceil(needed / 2 ** 30)} GB`)
      break
    }
    const schools: number[] = []
    const add = (at: number) => {
      schools.push(at)
      students += studentsOf(at)
    }
    if (students < 1_000_000 && size >= 1_000_000) add(large)
    while (students < size) add(++made)
    const load = async () => {
      for (const at of schools)
        await makeEnterprise(pool, { at, entNo: entNoOf(at), prtNo: bureau.entNo, idntNo: '030' }, async (db) => {
          await fillRows(db, at, studentsOf(at))
          await fillHistory(db, at, studentsOf(at))
        })
    }
    const loaded = await timeOf(async () => {
      await loadHastily(owner, load, say)
      for (const at of schools)
        await transaction(pool, { entNo: entNoOf(at), call: 'bench' }, async (db) => {
          await workOn(db, entNoOf(at))
          await countSchool(db, at)
        })
      await owner.query('vacuum analyze')
    })
    say('counted')
    rows.push(await measureAll(owner, { pool, address, size, loaded }))
  }
  leaveLoaded(folder as string, address)
  await pool.end()
  await owner.end()
}

type At = { pool: pg.Pool; address: string; size: number; loaded?: number }

async function measureAll(owner: pg.Client, { pool, address, size, loaded }: At): Promise<string[]> {
  const { rows: told } = await owner.query('select pg_database_size(current_database())::float8 as bytes')
  const cells = [`${size / 1_000_000} 百万`, `${(told[0].bytes / 2 ** 30).toFixed(2)} GB`]
  if (loaded) cells.push(`装入 ${seconds(loaded)}`)
  const tokenOf = (at: number) => openSession(pool, { at, entNo: entNoOf(at), idntNo: '030' })
  const [token, ofRolled] = [await tokenOf(measured), await tokenOf(rolled)]
  const ours = await serve('ours.ts', [address, folder as string])
  try {
    // Finds nothing in memory at first, after so much was loaded.
    for (const [, call, inputOf] of work) for (let i = 0; i < tries; i++) check(await ask(ours, token, call, inputOf(i)))
    for (const [title, call, inputOf] of work) {
      const taken: number[] = []
      for (let i = 0; i < tries; i++) taken.push(await timeOf(async () => check(await ask(ours, token, call, inputOf(i)))))
      const p95 = taken.toSorted((a, b) => a - b)[Math.floor(tries * 0.95)] ?? 0
      first.set(title, first.get(title) ?? p95)
      cells.push(`${title} ${p95.toFixed(1)}（${(p95 / (first.get(title) ?? p95)).toFixed(2)} 倍）`)
    }
    cells.push(`导出一所学校 ${seconds(await timeOf(() => ask(ours, token, stu.export, { stt: '1' })))}`)
    const { done, back } = await timeYear(ours, ofRolled)
    cells.push(`升级 5,000 人 ${seconds(done)}，撤销 ${seconds(back)}`)
  } finally {
    ours.child.disconnect()
  }
  if (process.env.BACKUP !== '0') cells.push(...(await measureBackup(owner)))
  say(cells.join('  '))
  return cells
}

/** Backs the database up into a file and restores it beside itself, as an operator does by the commands. */
async function measureBackup(owner: pg.Client): Promise<string[]> {
  const file = join(folder as string, 'growth.backup')
  const command = async (name: string, database: string) => {
    const env = { ...process.env, DATABASE_URL: database, SECRET_KEY: testKey, DATA_DIR: join(folder as string, `data-${name}`) }
    const args = ['src/server/backup/command.ts', name, file]
    const time = await timeOf(async () => {
      const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
      if (status !== 0) throw new Error(stderr)
    })
    rmSync(env.DATA_DIR, { recursive: true, force: true })
    return time
  }
  rmSync(file, { force: true })
  const saved = await command('backup', postgres.url)
  const { size } = statSync(file)
  const beside = new URL(postgres.url)
  beside.pathname = '/restored'
  await owner.query('create database restored')
  const restored = await command('restore', beside.href)
  await owner.query('drop database restored')
  rmSync(file, { force: true })
  return [`备份 ${seconds(saved)}（${(size / 2 ** 20).toFixed(0)} MB）`, `恢复 ${seconds(restored)}`]
}
