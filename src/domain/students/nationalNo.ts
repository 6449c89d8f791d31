import { hiddenNumber } from '#contract/values/masking.ts'
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
