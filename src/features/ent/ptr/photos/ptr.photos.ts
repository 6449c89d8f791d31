import { type RawBuilder, sql } from 'kysely'
import { actions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { maskPhone } from '#contract/values/masking.ts'
import { lockGuardian } from '#domain/guardians/guardianWrite.ts'
import { childrenOfGuardian } from '#domain/guardians/guardians.ts'
import { tellPhotoReviewers } from '#domain/messages/photoMessages.ts'
import { readPersonPhotos } from '#domain/people/personPhotos.ts'
import { type PhotoKind, photoKinds } from '#domain/people/photos.contract.ts'
import { checkFace, dropUnused, keepPhoto, photoOwners, putPhoto, type SubmittedPhoto } from '#domain/people/photos.ts'
import type { PhotoSubject } from '#domain/people/photoZip/subject.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { holdsIn } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import { blankHistory } from '#server/history/history.ts'
import type { ptr } from '../ptr.contract.ts'
import { guardianPictureKeys, guardianPictureTitles } from './ptr.photos.contract.ts'

const kinds = Object.keys(photoKinds) as PhotoKind[]
const owner = photoOwners.ptr
const setting = `ptr:${actions.set}` as const

/** Describes guardians for a ZIP of their photos. */
export const guardianPictures = {
  owner,
  kind: 'ptrpic',
  keys: guardianPictureKeys,
  titles: guardianPictureTitles,
  place: childrenOfGuardian as RawBuilder<string | null>,
  states: { [Status.disabled]: '家长已停用' },
  consentBy: null,
  told: ({ no, name, ownNo, place }) => ({ ptrNo: no, ptrName: name, authTel: ownNo && maskPhone(ownNo), stuNames: place }),
} satisfies PhotoSubject

type Given = Omit<SubmittedPhoto, 'no' | 'cnsntBy'> & { ptrNo: string }

/** Submits a photo to be reviewed; sets it at once for those who may. Throws notFound for a guardian out of reach. */
export async function submitGuardianPhoto({ ptrNo, ...given }: Given, context: Context) {
  await lockGuardian(context.db, given.entNo, ptrNo)
  await keepChecked({ ...given, no: ptrNo }, context, await setsPhotos(context, given.entNo, ptrNo))
  return null
}

// Tells whether the caller sets the photos of this guardian at once: in the class of one of the children, or in all of the school.
async function setsPhotos(context: Context, entNo: string, ptrNo: string): Promise<boolean> {
  const { rows } = await sql<{ unitNo: string }>`select distinct s.unit_no from stuptr l join stu s using (ent_no, stu_no)
    where l.ent_no = ${entNo} and l.ptr_no = ${ptrNo} and s.stt <> ${Status.deleted}`.execute(context.db)
  for (const { unitNo } of rows) if (await holdsIn(context, setting, entNo, unitNo)) return true
  return rows.length === 0 && context.me.rights.has(setting)
}

async function keepChecked(application: SubmittedPhoto, context: Context, sets: boolean) {
  const { entNo, phtType, cnsntFlag } = application
  if (phtType === 'face') await checkFace(context.db, entNo, { sets: true, cnsntFlag, owner })
  const applyNo = await keepPhoto(context, owner, application, sets)
  if (!sets) await tellPhotoReviewers(context, owner, { ...application, applyNo })
}

type Photos = {
  entNo: string
  ptrNo: string
  cardPht?: string | null | undefined
  facePht?: string | null | undefined
  cnsntFlag?: '0' | '1' | undefined
}

/** Sets those photos that a form gives, or takes them away; from whoever may not set them they wait for their review. */
export async function setGuardianPhotos(context: Context, { entNo, ptrNo: no, cnsntFlag = '0', ...files }: Photos) {
  for (const phtType of kinds) {
    const fileNo = files[photoKinds[phtType].field]
    if (fileNo) await keepChecked({ entNo, no, fileNo, phtType, cnsntFlag }, context, await setsPhotos(context, entNo, no))
    else if (fileNo === null) await putPhoto(context.db, owner, { entNo, no, phtType, fileNo })
  }
}

export const readGuardianPhotos = ({ entNo, ptrNo }: Input<typeof ptr.getphotos>, context: Context) =>
  readPersonPhotos(context, owner, { entNo, no: ptrNo })

/**
 * Removes the face of a guardian, all that was handed in of it, and their files, which no undo brings back
 * (docs/spec/personal-data.md#faces). Throws invalid where there is no face.
 */
export async function withdrawGuardianFace({ entNo, ptrNo }: Input<typeof ptr.withdraw>, context: Context) {
  const { db } = context
  await lockGuardian(db, entNo, ptrNo)
  const { rows: used } = await sql<{ fileNo: string }>`select face_pht as file_no from ptr
    where ent_no = ${entNo} and ptr_no = ${ptrNo} and face_pht is not null`.execute(db)
  const { rows: handed } = await sql<{ applyNo: string; fileNo: string }>`delete from phtapply
    where ent_no = ${entNo} and ptr_no = ${ptrNo} and pht_type = 'face' returning apply_no, file_no`.execute(db)
  const fileNos = [...new Set([...handed, ...used].map(({ fileNo }) => fileNo))]
  if (fileNos.length === 0) throw new Fault('invalid', '没有人脸照，不用删除')
  await putPhoto(db, owner, { entNo, no: ptrNo, phtType: 'face', fileNo: null })
  await blankHistory(db, 'ptr', { ent_no: entNo, ptr_no: ptrNo }, ['face_pht'])
  await dropUnused(db, entNo, fileNos, context)
  for (const { applyNo } of handed) await blankHistory(db, 'phtapply', { ent_no: entNo, apply_no: applyNo }, ['file_no', 'rem'])
  for (const fileNo of fileNos) await blankHistory(db, 'file', { ent_no: entNo, file_no: fileNo }, ['name', 'sha256'])
  return null
}
