import { sql } from 'kysely'
import { hiddenNumber } from '#contract/values/masking.ts'
import type { Context } from '#server/call/context.ts'
import type { Secret } from '#server/database/secret.ts'

/** Returns facts with the national number of a student as they are stored: encrypted, with its hash. */
export function storedNational<Facts extends { unfStuNo?: string | null | undefined }>(facts: Facts, secret: Secret) {
  const { unfStuNo } = facts
  if (unfStuNo === undefined) return facts
  return { ...facts, unfStuNo: unfStuNo && secret.seal(unfStuNo), unfStuNoHash: unfStuNo && secret.hash(unfStuNo) }
}

/** Returns a record with its national number masked. */
export const withNational = <Row extends { unfStuNo: string | null }>(row: Row): Row => ({
  ...row,
  unfStuNo: row.unfStuNo && hiddenNumber,
})

/** Warns that another school has a student on the roll with the same national number; says neither which school nor who. */
export const sharedNationalNo = '另一所学校有在籍学生用着同一个全国学籍号。是转学来的，请让原学校办理转出；否则请核对'

/** Returns those of these national numbers, by their hash, that a student on the roll of another school has. */
export async function numbersElsewhere(
  { inOwnTransaction, services: { rootNo } }: Pick<Context, 'inOwnTransaction' | 'services'>,
  entNo: string,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set()
  const { rows } = await inOwnTransaction(
    (db) =>
      sql<{ hash: string }>`select distinct unf_stu_no_hash as hash from stunat
        where unf_stu_no_hash = any(${hashes}) and ent_no <> ${entNo}`.execute(db),
    { entNo: rootNo, rootNo },
  )
  return new Set(rows.map(({ hash }) => hash))
}
