import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { type PhotoKind, photoKinds, PhotoState } from '../photos.contract.ts'
import type { Context } from '#server/call/context.ts'
import { insertMany } from '#server/database/rows.ts'
import type { KeptRow } from './batch.ts'
import type { PhotoSubject } from './subject.ts'

type WritePhotosInput = { subject: PhotoSubject; phtType: PhotoKind; chosen: readonly KeptRow[]; context: Context }

/** Sets photos as handing one in does for whoever may set it: an application that passed, and the photo in use; what waits is withdrawn. */
export async function writePhotos(
  entNo: string,
  { subject: { owner, consentBy }, phtType, chosen, context: { db, me, numbers } }: WritePhotosInput,
) {
  const { table, key } = owner
  const applyNos = await numbers('APPLY_NO', chosen.length)
  // Relies on the preview of faces, which was made only with everybody's consent.
  const isFace = phtType === 'face'
  const photos = chosen.map(({ picture, outcome }, at) => ({
    entNo,
    applyNo: applyNos[at],
    [key]: outcome.whoNo,
    phtType,
    fileNo: picture?.fileNo,
    cnsntFlag: isFace ? '1' : '0',
    cnsntBy: isFace ? consentBy : null,
    rem: '压缩包导入',
    userNo: me.userNo,
    stt: PhotoState.passed,
  }))
  const nos = chosen.map(({ outcome }) => outcome.whoNo)
  const fileNos = photos.map(({ fileNo }) => fileNo)
  await sql`update phtapply set stt = ${Status.deleted} where ent_no = ${entNo} and ${sql.ref(key)} = any(${nos})
    and pht_type = ${phtType} and stt = ${PhotoState.waiting}`.execute(db)
  for (let at = 0; at < photos.length; at += 1000) await insertMany(db, 'phtapply', photos.slice(at, at + 1000))
  await sql`update ${sql.table(table)} o set ${sql.ref(photoKinds[phtType].field)} = w.file_no
    from unnest(${nos}::text[], ${fileNos}::text[]) w (no, file_no)
    where o.ent_no = ${entNo} and ${sql.ref(`o.${key}`)} = w.no`.execute(db)
}
