import { sql } from 'kysely'
import { maskIdNo, maskPhone } from '#contract/masking.ts'
import type { Db } from './database.ts'
import type { Secret } from './secret.ts'
import { sexOut } from './sex.ts'
import type { Telling } from './timeline.ts'
import { unitPath } from './units.ts'

/** How the fields of people are told in their history. */
export const personTellings = (secret: Secret) => ({
  idNo: sealed(secret),
  authTel: { show: maskPhone },
  sex: { read: sexOut },
  cardPht: photo,
  facePht: photo,
})

/** A number that is kept sealed: two sealings of one are the same number. */
export const sealed = (secret: Secret): Telling => ({ read: (kept) => secret.open(kept), show: maskIdNo })

const photo: Telling = { show: (_, side) => (side === 'before' ? '原照片' : '新照片') }

/** A class by its way through the school; the name is told as far as the caller may see it. */
export const classTelling = (db: Db, entNo: string): Telling => ({
  async read(unitNo) {
    const { rows } = await sql<{ path: string | null }>`select ${unitPath(sql`${entNo}`, sql`${unitNo}`)} as path`.execute(db)
    return rows[0]?.path ?? '其他班级'
  },
})

/** Whom a link leads to, by name, and what is said of somebody whom the caller does not see (by default nothing). */
export const nameTelling =
  (db: Db, entNo: string, table: 'stu' | 'ptr', noun: string, unseen?: string) =>
  async (key: Record<string, string>): Promise<string | undefined> => {
    const { rows } = await sql<{ name: string }>`select ${sql.ref(`${table}_name`)} as name from ${sql.table(table)}
      where ent_no = ${entNo} and ${sql.ref(`${table}_no`)} = ${key[`${table}_no`] ?? ''}`.execute(db)
    return rows[0] ? noun + rows[0].name : unseen
  }
