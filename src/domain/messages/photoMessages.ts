import { sql } from 'kysely'
import { permissions } from '#contract/access.ts'
import { photoKinds } from '#domain/people/photos.contract.ts'
import type { PhotoOwner, SubmittedPhoto } from '#domain/people/photos.ts'
import type { Context } from '#server/call/context.ts'
import { inEnterprise, tellInScope, tellOfEvent } from './events.ts'
import { type Place, reviewersOf } from './places.ts'

type Handed = Pick<SubmittedPhoto, 'entNo' | 'no' | 'phtType'> & { applyNo: string }

// Names where each kind of person is.
const placeOf: Record<PhotoOwner['key'], (no: string) => Place> = {
  empNo: (no) => ({ empNos: [no] }),
  stuNo: (no) => ({ stuNos: [no] }),
  ptrNo: (no) => ({ ptrNos: [no] }),
}

/** Tells of a photo that waits for its review those who review the photos of this person. */
export async function tellPhotoReviewers(context: Context, owner: PhotoOwner, { entNo, no, phtType, applyNo }: Handed) {
  const { db } = context
  const place = placeOf[owner.key](no)
  const { rows } = await sql<{ name: string }>`select ${sql.ref(owner.name)} as name from ${sql.table(owner.table)}
    where ent_no = ${entNo} and ${sql.ref(owner.key)} = ${no}`.execute(db)
  const what = `${owner.noun}${rows[0]?.name ?? ''}的${photoKinds[phtType].name}`
  const about = { type: 'photo', no: applyNo }
  const reviewers = await inEnterprise(db, entNo, () => reviewersOf(db, entNo, permissions('photo').review, { place }))
  await tellOfEvent(context, { entNo, evt: 'photowait', title: `${what}等你审核`, empNos: reviewers, about })
  await tellInScope(context, { entNo, title: `${what}已提交，等待审核`, place, but: reviewers, about })
}
