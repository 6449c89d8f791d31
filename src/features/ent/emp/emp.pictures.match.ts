import { sql } from 'kysely'
import { idNo, Status } from '#contract/fields.ts'
import { toIdNo18 } from '#contract/idNumber.ts'
import { type PhotoKind, photoKinds } from '#contract/photos.ts'
import type { Db } from '#server/database.ts'
import type { Secret } from '#server/secret.ts'

/** An employee whom a file name may mean, and the photo in use. */
export type Person = {
  empNo: string
  empName: string
  workNo: string | null
  idNoHash: string | null
  stt: string
  fileNo: string | null
  sha256: string | null
  waits: boolean
}

/** What a file name is, in the order in which one is taken where two fit equally. */
const keys = { workNo: '工号', idNo: '身份证号', empNo: '员工编号' } as const
export type PictureKey = keyof typeof keys

/** Whom a file name means; `rest` is what it says besides. */
export type Match = { person: Person; rest: string }

/** Finds out what the file names of one ZIP are (the kind of number that most of them match), and whom each means. */
export async function matchNames(db: Db, entNo: string, phtType: PhotoKind, names: readonly string[], secret: Secret) {
  const readings = names.map(readingsOf)
  const all = [...new Set(readings.flat())]
  const hashes = new Map(all.flatMap((text) => (idNo.safeParse(text).success ? [[text, secret.hash(toIdNo18(text))]] : [])))
  const people = await readPeople(db, entNo, phtType, all, [...hashes.values()])
  const known = {
    workNo: new Map(people.map((person) => [person.workNo, person])),
    idNo: new Map(people.map((person) => [person.idNoHash, person])),
    empNo: new Map(people.map((person) => [person.empNo, person])),
  }
  const find = (key: PictureKey, texts: readonly string[]): Match | undefined => {
    for (const text of texts) {
      const person = known[key].get(key === 'idNo' ? (hashes.get(text) ?? '') : text)
      if (person) return { person, rest: (texts[0] ?? '').slice(text.length) }
    }
    return undefined
  }
  const found = (Object.keys(keys) as PictureKey[])
    .map((key) => ({ key, matches: readings.map((texts) => find(key, texts)) }))
    .map((one) => ({ ...one, count: one.matches.filter(Boolean).length }))
  const best = found.reduce((one, other) => (other.count > one.count ? other : one))
  const key = best.count > 0 ? best.key : null
  return { key, matches: best.matches, unknown: key ? `没有${keys[key]}是它的员工` : '没有工号、身份证号或员工编号是它的员工' }
}

/** How a file name can be read: whole, then without what stands behind a `_`, a `-` or a space, the longest first. */
function readingsOf(name: string): string[] {
  const stem = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKC')
    .trim()
  const ends = [...stem.matchAll(/[_\-\s]+/g)].map(({ index }) => stem.slice(0, index)).filter(Boolean)
  return [stem, ...ends.reverse()]
}

async function readPeople(db: Db, entNo: string, phtType: PhotoKind, texts: string[], hashes: string[]): Promise<Person[]> {
  const column = sql.ref(`e.${photoKinds[phtType].field}`)
  const { rows } = await sql<Person>`
    select e.emp_no, e.emp_name, e.work_no, e.id_no_hash, e.stt, ${column} as file_no,
      (select f.sha256 from file f where f.ent_no = e.ent_no and f.file_no = ${column}) as sha256,
      exists (select from phtapply a where a.ent_no = e.ent_no and a.emp_no = e.emp_no and a.pht_type = ${phtType} and a.stt = '1') as waits
    from emp e where e.ent_no = ${entNo} and e.stt <> ${Status.deleted}
      and (e.work_no = any(${texts}) or e.emp_no = any(${texts}) or e.id_no_hash = any(${hashes}))`.execute(db)
  return rows
}
