import { sql } from 'kysely'
import { invalidField } from '#server/base/fault.ts'
import { actions } from '#contract/access.ts'
import { type PhotoKind, photoKinds } from '#domain/people/photos.contract.ts'
import type { Context } from '#server/call/context.ts'
import { readPersonPhotos } from '#domain/people/personPhotos.ts'
import { requireRow } from '#server/database/rows.ts'
import { type SubmittedPhoto, checkFace, keepPhoto, photoOwners, putPhoto } from '#domain/people/photos.ts'
import { tellPhotoReviewers } from '#domain/messages/photoMessages.ts'
import { holdsIn } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import { lockChild } from '#domain/students/students.ts'
import type { stu } from '../stu.contract.ts'

const kinds = Object.keys(photoKinds) as PhotoKind[]

const setting = `stu:${actions.set}` as const

type Given = Omit<SubmittedPhoto, 'no'> & { stuNo: string }

/** Submits a photo to be reviewed; sets it at once for those who may. Throws forbidden for others without that right. */
export async function submitStudentPhoto({ stuNo, ...given }: Given, context: Context) {
  await lockChild(context.db, given.entNo, stuNo)
  await keepChecked({ ...given, no: stuNo }, context, await setsPhotos(context, given.entNo, stuNo))
  return null
}

// Tells whether the caller sets the photos of this class at once; in another they may only submit them.
async function setsPhotos(context: Context, entNo: string, stuNo: string) {
  const { rows } = await sql<{ unitNo: string }>`select unit_no from stu
    where ent_no = ${entNo} and stu_no = ${stuNo}`.execute(context.db)
  return holdsIn(context, setting, entNo, requireRow(rows[0]).unitNo)
}

/** Keeps a photo; the face of a child only with the consent of a guardian, who is named, also while it waits. */
async function keepChecked(application: SubmittedPhoto, context: Context, sets: boolean) {
  const { entNo, phtType, cnsntFlag, cnsntBy } = application
  if (phtType === 'face') {
    await checkFace(context.db, entNo, { sets: true, cnsntFlag, owner: photoOwners.stu })
    if (!cnsntBy) throw invalidField('cnsntBy', '同意的监护人不能为空，请写明是谁同意的，如“王建国（父亲）”')
  }
  const applyNo = await keepPhoto(context, photoOwners.stu, application, sets)
  if (!sets) await tellPhotoReviewers(context, photoOwners.stu, { ...application, applyNo })
}

type Photos = {
  entNo: string
  stuNo: string
  cardPht?: string | null | undefined
  facePht?: string | null | undefined
  cnsntFlag?: '0' | '1' | undefined
  cnsntBy?: string | null | undefined
}

/** Sets those photos that a form gives, or takes them away; from whoever may not set them they wait for their review. */
export async function setPhotos(context: Context, { entNo, stuNo: no, cnsntFlag = '0', cnsntBy, ...files }: Photos) {
  const sets = await setsPhotos(context, entNo, no)
  for (const phtType of kinds) {
    const fileNo = files[photoKinds[phtType].field]
    if (fileNo) await keepChecked({ entNo, no, fileNo, phtType, cnsntFlag, cnsntBy }, context, sets)
    else if (fileNo === null) await putPhoto(context.db, photoOwners.stu, { entNo, no, phtType, fileNo })
  }
}

export const readPhotos = ({ entNo, stuNo }: Input<typeof stu.getphotos>, context: Context) =>
  readPersonPhotos(context, photoOwners.stu, { entNo, no: stuNo })
