import { PictureImport } from '#domain/people/pictures/PictureImport.tsx'
import type { PictureSubject } from '#domain/people/pictures/pictureSubject.web.ts'
import { ptr } from '../ptr.contract.ts'
import { guardianPictureTitles } from './ptr.photos.contract.ts'

const guardians: PictureSubject = {
  calls: ptr,
  title: '导入家长照片',
  noun: '家长',
  list: '/ent/ptr',
  titles: guardianPictureTitles,
  example: '13800001234',
  consents: '家长',
  consent: '每位家长本人都已同意采集人脸，并知道可以改用卡片',
  somebodyOf: ({ ptrNo = null, ptrName = null, authTel = null, stuNames = null }) => ({
    no: ptrNo,
    name: ptrName,
    ownNo: authTel,
    place: stuNames,
  }),
}

/** Draws photos of guardians by ZIP. */
export default function GuardianPictures() {
  return <PictureImport subject={guardians} />
}
