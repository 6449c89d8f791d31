import { sql } from 'kysely'
import { idNo, Status } from '#contract/fields.ts'
import { toIdNo18 } from '#contract/values/idNumber.ts'
import { type PhotoKind, photoKinds, PhotoState } from '../photos.contract.ts'
import type { Db } from '#server/database/database.ts'
import type { PhotoOwner } from '../photos.ts'
import type { Secret } from '#server/database/secret.ts'
import type { PhotoSubject } from './subject.ts'

/** Describes somebody whom a file name may mean, and the photo in use. */
export type PictureOwner = {
  no: string
  name: string
  ownNo: string | null
  idNoHash: string | null
  stt: string
  fileNo: string | null
  sha256: string | null
  waits: boolean
}

/** Describes whom a file name means; `rest` is what it says besides. */
export type Match = { person: PictureOwner; rest: string }

type Asked = { entNo: string; phtType: PhotoKind; names: readonly string[]; mayByIdNo: boolean }

/**
 * Finds out what the file names of one ZIP are (the kind of number that most of them match), and whom each means; `mayByIdNo`: ID
 * numbers are among those kinds.
 */
export async function matchNames(db: Db, subject: PhotoSubject, { entNo, phtType, names, mayByIdNo }: Asked, secret: Secret) {
  const { owner, keys, titles } = subject
  const readings = names.map(readingsOf)
  const all = [...new Set(readings.flat())]
  const hashes = new Map(
    all.flatMap((text) => (mayByIdNo && idNo.safeParse(text).success ? [[text, secret.hash(toIdNo18(text))]] : [])),
  )
  const people = await readPeople(db, owner, { entNo, phtType, texts: all, hashes: [...hashes.values()] })
  const [own, id, no] = keys
  const known = new Map<string, Map<string | null, PictureOwner>>([
    [own, new Map(people.map((person) => [person.ownNo, person]))],
    [id, new Map(people.map((person) => [person.idNoHash, person]))],
    [no, new Map(people.map((person) => [person.no, person]))],
  ])
  const find = (key: string, texts: readonly string[]): Match | undefined => {
    for (const text of texts) {
      const person = known.get(key)?.get(key === id ? (hashes.get(text) ?? '') : text)
      if (person) return { person, rest: (texts[0] ?? '').slice(text.length) }
    }
    return undefined
  }
  const found = keys
    .map((key) => ({ key, matches: readings.map((texts) => find(key, texts)) }))
    .map((one) => ({ ...one, count: one.matches.filter(Boolean).length }))
  const best = found.reduce((one, other) => (other.count > one.count ? other : one))
  const key = best.count > 0 ? best.key : null
  const anyTitle = `${titles[own]}、${titles[id]}或${titles[no]}`
  return { key, matches: best.matches, unknown: `没有${key ? titles[key] : anyTitle}是它的${owner.noun}` }
}

/** Lists the readings of a file name: whole, then without what follows a `_`, a `-` or a space, the longest first. */
function readingsOf(name: string): string[] {
  const stem = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKC')
    .trim()
  const ends = [...stem.matchAll(/[_\-\s]+/g)].map(({ index }) => stem.slice(0, index)).filter(Boolean)
  return [stem, ...ends.reverse()]
}

type Wanted = Pick<Asked, 'entNo' | 'phtType'> & { texts: string[]; hashes: string[] }

async function readPeople(db: Db, owner: PhotoOwner, { entNo, phtType, texts, hashes }: Wanted): Promise<PictureOwner[]> {
  const { table, alias, key, name, ownNo } = owner
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  const photo = of(photoKinds[phtType].field)
  const { rows } = await sql<PictureOwner>`
    select ${of(key)} as no, ${of(name)} as name, ${of(ownNo)} as own_no, ${of('idNoHash')}, ${of('stt')}, ${photo} as file_no,
      (select f.sha256 from file f where f.ent_no = ${of('entNo')} and f.file_no = ${photo}) as sha256,
      exists (select from phtapply a where a.ent_no = ${of('entNo')} and ${sql.ref(`a.${key}`)} = ${of(key)}
        and a.pht_type = ${phtType} and a.stt = ${PhotoState.waiting}) as waits
    from ${sql.table(table)} ${sql.ref(alias)} where ${of('entNo')} = ${entNo} and ${of('stt')} <> ${Status.deleted}
      and (${of(ownNo)} = any(${texts}) or ${of(key)} = any(${texts}) or ${of('idNoHash')} = any(${hashes}))`.execute(db)
  return rows
}
