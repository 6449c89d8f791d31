import { type RawBuilder, sql } from 'kysely'
import { type ArchiveField, archiveFields, type ArchiveOwner, type ArchiveTable } from '#contract/form/archiveFields.ts'
import { toIdNo18 } from '#contract/values/idNumber.ts'
import { hiddenNumber, maskEmail, maskPhone, maskText } from '#contract/values/masking.ts'
import type { Db } from '#server/database/database.ts'
import type { Secret } from '#server/database/secret.ts'
import { snakeOf } from '#server/base/wireNames.ts'

// Names the rows of people and of their archives in the statements below.
const aliases: Record<ArchiveTable, string> = { stu: 's', stuarch: 'sa', emp: 'e', emparch: 'ea', ptr: 'g', ptrarch: 'ga' }

const columnOf = ({ table }: ArchiveField, name: string) => sql.ref(`${aliases[table]}.${snakeOf(name)}`)

// Joins the parts of an address, of which the last may hold the sign itself.
const parting = '|'

/** Selects what the archive holds of a field, as it is stored: of an ID number sealed, of an address its parts; null for nothing. */
export function storedIn(field: ArchiveField): RawBuilder<string | null> {
  const [only, ...more] = field.fields.map((name) => columnOf(field, name))
  if (field.parts.includes('date')) return sql<string | null>`to_char(${only}, 'YYYYMMDD')`
  if (!only || more.length === 0) return sql<string | null>`nullif(${only}, '')`
  const parts = [only, ...more].map((part) => sql`coalesce(${part}, '')`)
  return sql<string | null>`nullif(concat_ws(${parting}::text, ${sql.join(parts)}), ${parting.repeat(more.length)}::text)`
}

/** Selects the same to compare it: of an ID number its hash. */
export const keyIn = (field: ArchiveField): RawBuilder<string | null> =>
  field.mask === 'number' ? sql<string | null>`${columnOf(field, 'idNoHash')}` : storedIn(field)

/** Selects when the record was changed last that holds a field. */
export const changedIn = (field: ArchiveField) => sql<string | null>`${columnOf(field, 'updTm')}`

/** Joins the archives of whoever a row of alias `p` is about, by its `emp_no`, `stu_no` and `ptr_no`. */
export const joinArchives = (
  ptrNo: RawBuilder<string | null> = sql`p.ptr_no`,
) => sql`left join stu s on s.ent_no = p.ent_no and s.stu_no = p.stu_no
  left join stuarch sa on sa.ent_no = p.ent_no and sa.stu_no = p.stu_no
  left join emp e on e.ent_no = p.ent_no and e.emp_no = p.emp_no
  left join emparch ea on ea.ent_no = p.ent_no and ea.emp_no = p.emp_no
  left join ptr g on g.ent_no = p.ent_no and g.ptr_no = ${ptrNo}
  left join ptrarch ga on ga.ent_no = p.ent_no and ga.ptr_no = ${ptrNo}`

/** Selects what the archive holds now of the field that a proposal `p` is about, to compare it or as it is stored. */
export const heldOf = (read: (field: ArchiveField) => RawBuilder<string | null>) =>
  sql<string | null>`case p.fld ${sql.join(
    archiveFields.map((field) => sql`when ${field.code} then ${read(field)}`),
    sql` `,
  )} end`

/** Describes what an archive holds of a field: as it is stored, and to compare it. */
export type Held = { stored: string; key: string }

type Whose = { entNo: string; owner: ArchiveOwner; no: string }

/** Reads what somebody's archive holds of these fields, by their codes; nothing of one out of the caller's reach. */
export async function readHeld(db: Db, { entNo, owner, no }: Whose, fields: readonly ArchiveField[]): Promise<Map<string, Held>> {
  if (fields.length === 0) return new Map()
  const column = sql.ref(`${owner}_no`)
  const values = fields.flatMap((field, i) => [
    sql`${storedIn(field)} as ${sql.ref(`v${i}`)}`,
    sql`${keyIn(field)} as ${sql.ref(`k${i}`)}`,
  ])
  const { rows } = await sql<Record<string, string | null>>`select ${sql.join(values)}
    from (select ent_no, ${nosOf(owner)} from ${sql.table(owner)} where ent_no = ${entNo} and ${column} = ${no}) p ${joinArchives()}`.execute(
    db,
  )
  const [row = {}] = rows
  return new Map(
    fields.flatMap(({ code }, i) => {
      const [stored, key] = [row[`v${i}`], row[`k${i}`]]
      return stored && key ? [[code, { stored, key }]] : []
    }),
  )
}

const nosOf = (owner: ArchiveOwner) =>
  sql.join(
    (['emp', 'stu', 'ptr'] as const).map((kind) =>
      kind === owner ? sql`${sql.ref(`${kind}_no`)}` : sql`null::text as ${sql.ref(`${kind}_no`)}`,
    ),
  )

type Address = Record<string, string>

/** Returns a stored value as the control of a question writes it. */
export function answerFrom({ fields, mask }: ArchiveField, stored: string, secret: Secret): unknown {
  if (mask === 'number') return secret.open(stored)
  return fields.length === 1 ? stored : addressFrom(fields, stored)
}

function addressFrom(fields: readonly string[], stored: string): Address {
  const parts = stored.split(parting)
  const last = fields.length - 1
  const values = [...parts.slice(0, last), parts.slice(last).join(parting)]
  return Object.fromEntries(fields.flatMap((name, i) => (values[i] ? [[name, values[i]]] : [])))
}

/** Returns what was answered as an archive stores it, and to compare it; undefined where nothing was answered. */
export function heldFrom({ fields, mask }: ArchiveField, answer: unknown, secret: Secret): Held | undefined {
  if (answer === undefined || answer === null || answer === '') return undefined
  if (mask === 'number') {
    const full = toIdNo18(answer as string)
    return { stored: secret.seal(full), key: secret.hash(full) }
  }
  if (fields.length === 1) return { stored: answer as string, key: answer as string }
  const written = fields.map((name) => (answer as Address)[name] ?? '').join(parting)
  return written === parting.repeat(fields.length - 1) ? undefined : { stored: written, key: written }
}

/** Returns a stored value as the call that changes the archive takes it: each of its fields; null for nothing. */
export function changeFrom(field: ArchiveField, stored: string | null, secret: Secret): Record<string, string | null> {
  const value = stored === null ? null : answerFrom(field, stored, secret)
  return Object.fromEntries(
    field.fields.map((name) => [
      name,
      field.fields.length === 1 ? (value as string | null) : ((value as Address | null)?.[name] ?? null),
    ]),
  )
}

const masks: Record<'phone' | 'email' | 'text', (text: string) => string> = {
  phone: maskPhone,
  email: maskEmail,
  text: maskText,
}

/** Returns a stored value in words, hidden as far as lists hide it; `names` those of the field's dictionary. */
export function wordsOf(
  { fields, mask, infoType, parts }: ArchiveField,
  stored: string,
  names: (code: string) => string,
): string {
  if (mask === 'number') return hiddenNumber
  if (mask === 'address') {
    const { adr, ...places } = addressFrom(fields, stored)
    return [...Object.values(places), adr && maskText(adr)].filter(Boolean).join('')
  }
  if (mask) return masks[mask](stored)
  if (infoType) return names(stored)
  return parts.includes('date') ? stored.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : stored
}
