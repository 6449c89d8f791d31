import { timingSafeEqual } from 'node:crypto'
import { Fault } from '#server/base/fault.ts'
import type { Secret } from '#server/database/secret.ts'

type Place = { entNo: string; regNo: string }

/** Returns the code that is shown at the entrance of an activity; it admits nobody once the enrolment is cancelled. */
export const codeOfEnrolment = (secret: Secret, { entNo, regNo }: Place) => `${regNo}.${signed(secret, { entNo, regNo })}`

/** Returns the enrolment of an enterprise that a code is for. Throws for one that is forged, or another enterprise's. */
export function openEnrolmentCode(secret: Secret, entNo: string, token: string): string {
  const at = token.lastIndexOf('.')
  const regNo = token.slice(0, Math.max(0, at))
  const given = Buffer.from(token.slice(at + 1))
  const right = Buffer.from(signed(secret, { entNo, regNo }))
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Fault('notFound', '不是本单位活动的签到码')
  return regNo
}

const signed = (secret: Secret, { entNo, regNo }: Place) => secret.sign(`enrolment ${entNo} ${regNo}`)
