import { mkdirSync, rmSync } from 'node:fs'
import { enterprises, entNoOf, makeEnterprise } from './enterprises.ts'
import { prepareBureau } from './parts/bureau.ts'
import { loadHastily } from './parts/hasty.ts'
import { bureau, leaveLoaded } from './loaded.ts'
import { keptPostgres } from './postgres.ts'
import { fillHistory, fillSchool, studentsOf } from './pupils.ts'

// Loads a million students in fifty schools of one bureau into a folder, which `bench calls` then measures:
// npm run bench load FOLDER. SCALE=0.1 loads a tenth.
const [, , folder] = process.argv
if (!folder) throw new Error('npm run bench load FOLDER')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const began = Date.now()
const say = (words: string) => console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${words}`)

const postgres = await keptPostgres(folder)
try {
  const { owner, address, pool } = await prepareBureau(postgres.url)
  const load = async () => {
    for (let at = 0; at < enterprises; at++) {
      await makeEnterprise(pool, { at, entNo: entNoOf(at), prtNo: bureau.entNo, idntNo: '030' }, async (db) => {
        await fillSchool(db, at)
        await fillHistory(db, at)
      })
      if (at < 2 || at === enterprises - 1) say(`school ${at}: ${studentsOf(at)} students`)
    }
  }
  await loadHastily(owner, load, say)
  await pool.end()
  const { rows } = await owner.query(
    'select pg_size_pretty(pg_database_size(current_database())) as size, count(*) as students from stu',
  )
  await owner.end()
  leaveLoaded(folder, address)
  say(`${rows[0].students} students, ${rows[0].size}`)
} finally {
  await postgres.stop()
}
