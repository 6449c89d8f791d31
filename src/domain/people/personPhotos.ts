import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { fileLink } from '#server/files/links.ts'
import type { Context } from '#server/call/context.ts'
import { requireRow } from '#server/database/rows.ts'
import { type PhotoKind, PhotoState } from './photos.contract.ts'
import type { PhotoOwner } from './photos.ts'

type Kept = {
  phtType: PhotoKind
  fileNo: string | null
  cnsntBy: string | null
  newNo: string | null
  stt: string | null
  rsn: string | null
  nickName: string | null
  crtTm: string | null
}

/** Reads the photos of a person, and the state of the last ones submitted. Throws notFound where there is no such person. */
export async function readPersonPhotos(
  { db, services }: Context,
  { table, key }: PhotoOwner,
  { entNo, no }: { entNo: string; no: string },
) {
  const own = sql.ref(key)
  const person = sql`select * from ${sql.table(table)} where ent_no = ${entNo} and ${own} = ${no} and stt <> ${Status.deleted}`
  const isTheirs = sql`a.ent_no = s.ent_no and ${sql.ref(`a.${key}`)} = ${no} and a.pht_type = k.pht_type`
  const { rows } = await sql<Kept>`
    select k.pht_type, k.file_no, used.cnsnt_by, last.file_no as new_no, last.stt, last.rsn, last.nick_name, last.crt_tm
    from (${person}) s
    cross join lateral (values ('card', s.card_pht), ('face', s.face_pht)) k (pht_type, file_no)
    left join lateral (select a.cnsnt_by from phtapply a where ${isTheirs}
      and a.file_no = k.file_no and a.stt = ${PhotoState.passed} limit 1) used on true
    left join lateral (select a.file_no, a.stt, a.rsn, a.crt_tm, u.nick_name from phtapply a left join account u using (user_no)
      where ${isTheirs} and a.stt <> ${Status.deleted} order by a.crt_tm desc limit 1) last on true`.execute(db)
  // Reads two rows of an existing person.
  requireRow(rows[0])
  const link = (fileNo: string | null) => fileNo && fileLink(services.secret, entNo, fileNo)
  return rows.map(({ fileNo, newNo, ...photo }) => ({ ...photo, url: link(fileNo), newUrl: link(newNo) }))
}
