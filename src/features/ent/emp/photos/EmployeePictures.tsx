import { PictureImport } from '#domain/people/pictures/PictureImport.tsx'
import type { PictureSubject } from '#domain/people/pictures/pictureSubject.web.ts'
import { emp } from '../emp.contract.ts'
import { employeePictureTitles } from './emp.pictures.contract.ts'

const employees: PictureSubject = {
  calls: emp,
  title: '导入照片',
  noun: '员工',
  list: '/ent/emp',
  titles: employeePictureTitles,
  example: '1001',
  consents: '本人',
  consent: '每个人都已同意采集人脸，并知道可以改用卡片',
  somebodyOf: ({ empNo = null, empName = null, workNo = null, orgName = null }) => ({
    no: empNo,
    name: empName,
    ownNo: workNo,
    place: orgName,
  }),
}

/** Draws photos of employees by ZIP. */
export default function EmployeePictures() {
  return <PictureImport subject={employees} />
}
