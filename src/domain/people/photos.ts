import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { type PhotoKind, photoKinds, PhotoState } from './photos.contract.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { requireRow } from '#server/database/rows.ts'
import { withoutScope } from '#server/call/scope.ts'

/**
 * Describes the owners of photos: the table and its columns (`ownNo`: what a file name says first), the word for them, and who
 * consents to storing a face.
 */
export const photoOwners = {
  emp: { table: 'emp', alias: 'e', key: 'empNo', name: 'empName', ownNo: 'workNo', noun: '员工', consents: '本人' },
  stu: { table: 'stu', alias: 's', key: 'stuNo', name: 'stuName', ownNo: 'stdyNo', noun: '学生', consents: '监护人' },
  ptr: { table: 'ptr', alias: 'p', key: 'ptrNo', name: 'ptrName', ownNo: 'authTel', noun: '家长', consents: '本人' },
} as const
export type PhotoOwner = (typeof photoOwners)[keyof typeof photoOwners]

/**
 * Throws invalid for a face where the enterprise stores none, or without the consent of the person, or of whoever answers for
 * them (docs/spec/personal-data.md#faces).
 */
export async function checkFace(
  db: Db,
  entNo: string,
  { sets, cnsntFlag, owner: { consents } }: { sets: boolean; cnsntFlag: string; owner: Pick<PhotoOwner, 'consents'> },
) {
  if ((await readParameter(db, entNo, 'FACE_ON')) !== '1') throw new Fault('invalid', '本单位没有启用人脸照')
  const message = `没有${consents}同意，不能保存人脸照`
  if (sets && cnsntFlag !== '1') throw invalidField('cnsntFlag', message)
}

/** Checks a photo. Throws notFound where it is not the caller's own file, invalid where it is no picture, or too small. */
async function checkPicture({ db, me }: Context, entNo: string, fileNo: string, phtType: PhotoKind) {
  const { name, field, least } = photoKinds[phtType]
  const file = requireRow(
    await db
      .selectFrom('file')
      .select(['type', 'width', 'height'])
      .where('entNo', '=', entNo)
      .where('fileNo', '=', fileNo)
      .where('userNo', '=', me.userNo)
      .executeTakeFirst(),
  )
  const complain = (message: string) => invalidField(field, message)
  if (!['png', 'jpg', 'jpeg'].includes(file.type)) throw complain(`${name}须是 jpg 或 png 图片`)
  if ((file.width ?? 0) < least.width || (file.height ?? 0) < least.height)
    throw complain(`${name}至少 ${least.width}×${least.height} 像素`)
}

/** Describes a submitted photo of somebody; a face with who consented, where that is not the person. */
export type SubmittedPhoto = {
  entNo: string
  no: string
  fileNo: string
  phtType: PhotoKind
  cnsntFlag: '0' | '1'
  cnsntBy?: string | null | undefined
  rem?: string | null | undefined
}

/** Keeps a photo that was handed in, in place of one that still waits: to be reviewed, or in use at once. Answers its number. */
export async function keepPhoto(context: Context, owner: PhotoOwner, application: SubmittedPhoto, sets: boolean) {
  const { db, me, number } = context
  const { entNo, no, fileNo, phtType, cnsntFlag, cnsntBy = null, rem = null } = application
  await checkPicture(context, entNo, fileNo, phtType)
  const applyNo = await number('APPLY_NO')
  const key = sql.ref(owner.key)
  await sql`update phtapply set stt = ${Status.deleted} where ent_no = ${entNo} and ${key} = ${no}
    and pht_type = ${phtType} and stt = ${PhotoState.waiting}`.execute(db)
  const stt = sets ? PhotoState.passed : PhotoState.waiting
  const row = { entNo, applyNo, [owner.key]: no, phtType, fileNo, cnsntFlag, cnsntBy, rem, userNo: me.userNo, stt }
  await db.insertInto('phtapply').values(row).execute()
  if (sets) await putPhoto(db, owner, { entNo, no, phtType, fileNo })
  return applyNo
}

type Used = Pick<SubmittedPhoto, 'entNo' | 'no' | 'phtType'> & { fileNo: string | null }

/** Makes a photo the one in use, or none. */
export const putPhoto = (db: Db, { table, key }: PhotoOwner, { entNo, no, phtType, fileNo }: Used) =>
  sql`update ${sql.table(table)} set ${sql.ref(photoKinds[phtType].field)} = ${fileNo}
    where ent_no = ${entNo} and ${sql.ref(key)} = ${no}`.execute(db)

/** Removes pictures that nobody uses any more; their files go once that is committed. */
export async function dropUnused(
  db: Db,
  entNo: string,
  fileNos: readonly string[],
  { afterCommit, services }: Pick<Context, 'afterCommit' | 'services'>,
) {
  const drop = sql<{ fileNo: string }>`delete from file f where f.ent_no = ${entNo} and f.file_no = any(${fileNos})
    and not exists (select from phtapply a where a.ent_no = f.ent_no and a.file_no = f.file_no)
    and not exists (select from imp_pic p where p.ent_no = f.ent_no and p.file_no = f.file_no)
    and not exists (select from stu s where s.ent_no = f.ent_no and f.file_no in (s.card_pht, s.face_pht))
    and not exists (select from emp e where e.ent_no = f.ent_no and f.file_no in (e.card_pht, e.face_pht))
    and not exists (select from ptr p where p.ent_no = f.ent_no and f.file_no in (p.card_pht, p.face_pht))
    returning f.file_no`
  // Keeps a photo in use also where the caller does not see whose it is.
  const { rows } = await withoutScope({ db }, () => drop.execute(db))
  afterCommit(() => Promise.all(rows.map(({ fileNo }) => services.files.remove(entNo, fileNo))))
}
