import { PictureImport } from '#domain/people/pictures/PictureImport.tsx'
import type { PictureSubject } from '#domain/people/pictures/pictureSubject.web.ts'
import { stu } from '../stu.contract.ts'
import { studentPictureTitles } from './stu.pictures.contract.ts'

const students: PictureSubject = {
  calls: stu,
  title: '导入学生照片',
  noun: '学生',
  list: '/ent/stu',
  titles: studentPictureTitles,
  example: '20260101',
  consents: '监护人',
  consent: '每个学生的监护人都已同意采集人脸，并知道可以改用卡片',
  somebodyOf: ({ stuNo = null, stuName = null, stdyNo = null, unitName = null }) => ({
    no: stuNo,
    name: stuName,
    ownNo: stdyNo,
    place: unitName,
  }),
}

/** Draws photos of students by ZIP. */
export default function StudentPictures() {
  return <PictureImport subject={students} />
}
