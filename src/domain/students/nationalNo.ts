import { maskIdNo } from '#contract/values/masking.ts'
import type { Secret } from '#server/database/secret.ts'

/** What is stored of facts that may name the national number of a student: sealed, with its hash. */
export function storedNational<Facts extends { unfStuNo?: string | null | undefined }>(facts: Facts, secret: Secret) {
  const { unfStuNo } = facts
  if (unfStuNo === undefined) return facts
  return { ...facts, unfStuNo: unfStuNo && secret.seal(unfStuNo), unfStuNoHash: unfStuNo && secret.hash(unfStuNo) }
}

/** A record with its sealed national number as it is shown. */
export const withNational = <Row extends { unfStuNo: string | null }>(row: Row, secret: Secret): Row => ({
  ...row,
  unfStuNo: row.unfStuNo && maskIdNo(secret.open(row.unfStuNo)),
})
