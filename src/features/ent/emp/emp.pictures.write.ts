import { sql } from 'kysely'
import { type PhotoKind, photoKinds } from '#contract/photos.ts'
import type { Context } from '#server/context.ts'
import { insertMany } from '#server/rows.ts'
import type { KeptRow } from './emp.pictures.batch.ts'

/** Sets photos as handing one in does for whoever may set it: an application that passed, and the photo in use; what waits is withdrawn. */
export async function writePhotos(entNo: string, phtType: PhotoKind, chosen: readonly KeptRow[], { db, me, numbers }: Context) {
  const applyNos = await numbers('APPLY_NO', chosen.length)
  // The preview of faces was made only with everybody's consent.
  const cnsntFlag = phtType === 'face' ? '1' : '0'
  const photos = chosen.map(({ picture, outcome }, at) => ({
    entNo,
    applyNo: applyNos[at],
    empNo: outcome.empNo,
    phtType,
    fileNo: picture?.fileNo,
    cnsntFlag,
    rem: '压缩包导入',
    userNo: me.userNo,
    stt: '2',
  }))
  const empNos = photos.map(({ empNo }) => empNo)
  const fileNos = photos.map(({ fileNo }) => fileNo)
  await sql`update phtapply set stt = '0' where ent_no = ${entNo} and emp_no = any(${empNos})
    and pht_type = ${phtType} and stt = '1'`.execute(db)
  for (let at = 0; at < photos.length; at += 1000) await insertMany(db, 'phtapply', photos.slice(at, at + 1000))
  await sql`update emp e set ${sql.ref(photoKinds[phtType].field)} = w.file_no
    from unnest(${empNos}::text[], ${fileNos}::text[]) w (emp_no, file_no)
    where e.ent_no = ${entNo} and e.emp_no = w.emp_no`.execute(db)
}
