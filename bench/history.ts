import { sql } from 'kysely'
import pg from 'pg'
import { type Db, openDatabase, transaction } from '#server/database/database.ts'
import { makeSecret } from '#server/database/secret.ts'
import { insertMany, updateMany } from '#server/database/rows.ts'
import { rolesOf } from '#server/database/ways.ts'
import { connectOwner, migrateWithin, prepareDatabase } from '#server/process/migrate.ts'
import { grantTables, lockTables, makeRoles } from '#server/process/roles.ts'
import { furnishEnterprise, loadReference, workOn } from '#server/reference/load.ts'
import { testKey } from '../test/support/world.ts'
import { entNoOf } from './enterprises.ts'
import { benchPostgres } from './postgres.ts'
import { fillSchool } from './pupils.ts'
import { median, timeOf } from './serving.ts'

const rounds = Number(process.env.ROUNDS ?? 9)
const changed = 5000
const school = 2
const entNo = entNoOf(school)
const secret = makeSecret(testKey)

/** Makes a database with a school of 9,167 students; `last`: as the migrations up to this one make it. */
async function makeSchool(server: string, name: string, last?: string) {
  const admin = await connectOwner(server)
  await admin.query(`create database ${name}`)
  await admin.end()
  const at = new URL(server)
  at.pathname = `/${name}`
  const owner = await connectOwner(at.href)
  let address = new URL(at)
  if (last) {
    await owner.query('begin')
    await migrateWithin(owner, last)
    await owner.query('commit; call make_history_partitions()')
    const base = 'campus_1'
    await makeRoles(owner, base, { password: 'bench', isNew: true })
    await grantTables(owner, base)
    await lockTables(owner, base)
    address.username = rolesOf(base).login
    address.password = 'bench'
  } else address = new URL(await prepareDatabase(owner, at.href, secret))
  const pool = new pg.Pool({ connectionString: at.href, max: 1 })
  await transaction(pool, { entNo, call: 'bench' }, async (db) => {
    await loadReference(db)
    await workOn(db, entNo)
    await sql`insert into ent (ent_no, ent_name, idnt_no) values (${entNo}, '学校', '030')`.execute(db)
    await furnishEnterprise(db, entNo, '030')
    await fillSchool(db, school)
  })
  await pool.end()
  await owner.query('vacuum (analyze)')
  return { database: openDatabase(address.href), owner }
}

type Made = Awaited<ReturnType<typeof makeSchool>>

let operations = 0
const nextOp = () => `00000000-0000-4000-8000-${String(++operations).padStart(12, '0')}`
const write = ({ database }: Made, work: (db: Db) => Promise<unknown>) =>
  transaction(database.pool, { entNo, userNo: 'U1', call: '/bench', op: nextOp() }, work, { time: 'long' })

const numbers = Array.from({ length: changed }, (_, i) => `S${school * 1_000_000 + i + 1}`)
const changes = (round: number) =>
  numbers.map((stuNo, i) => ({ stuNo, rem: `第 ${round} 次`, searchText: `学生${i} ${stuNo.toLowerCase()} r${round}` }))
const students = (round: number) =>
  numbers.map((no, i) => ({
    entNo,
    stuNo: `X${round}${no}`,
    stuName: `学生${i}`,
    unitNo: `C${i % 40}`,
    sex: 'M',
    stt: '1',
    authFlag: '0',
    searchText: `学生${i} x${round}${no.toLowerCase()}`,
  }))

const tasks: [string, (made: Made, round: number) => Promise<unknown>][] = [
  ['改 5,000 名学生', (made, round) => write(made, (db) => updateMany(db, 'stu', entNo, 'stuNo', changes(round)))],
  ['添加 5,000 名学生', (made, round) => write(made, (db) => insertMany(db, 'stu', students(round)))],
  [
    '改一名学生，1,000 次',
    (made, round) =>
      write(made, async (db) => {
        for (const stuNo of numbers.slice(0, 1000))
          await sql`update stu set rem = ${`单 ${round}`} where ent_no = ${entNo} and stu_no = ${stuNo}`.execute(db)
      }),
  ],
  [
    '什么也没改到，1,000 次',
    (made) =>
      write(made, async (db) => {
        for (let i = 0; i < 1000; i++)
          await sql`update stu set rem = 'x' where ent_no = ${entNo} and stu_no = ${`none${i}`}`.execute(db)
      }),
  ],
]

const { url, stop } = await benchPostgres()
try {
  const before = await makeSchool(url, 'before', process.env.BEFORE ?? '0025_indexes')
  const now = await makeSchool(url, 'now')
  for (const [title, task] of tasks) {
    const taken: [number[], number[]] = [[], []]
    for (let round = 0; round <= rounds; round++)
      for (const [i, made] of [before, now].entries()) {
        const time = await timeOf(() => task(made, round))
        // Leaves out the first round, which plans.
        if (round > 0) taken[i as 0 | 1].push(time)
        await made.owner.query('vacuum stu')
      }
    const [was, is] = taken.map((times) => median(times)) as [number, number]
    console.log(`${title}   ${was.toFixed(0)} → ${is.toFixed(0)} ms   ${((is / was - 1) * 100).toFixed(0)} %`)
  }
  for (const [title, { owner, database }] of [
    ['以前', before],
    ['现在', now],
  ] as const) {
    const { rows } = await owner.query(
      `select avg(pg_column_size(h.*))::int as row, avg(pg_column_size(before))::int as before from history h where tbl = 'stu' and act = 'update'`,
    )
    console.log(`${title}的一行历史 ${rows[0].row} 字节，其中 before ${rows[0].before} 字节`)
    await database.close()
    await owner.end()
  }
} finally {
  await stop()
}
