import { StudentState } from '#domain/units/units.contract.ts'
import { photoOwners } from '#domain/people/photos.ts'
import type { PhotoSubject } from '#domain/people/photoZip/subject.ts'
import { unitNameOf } from '#domain/students/students.ts'
import { studentPictureKeys, studentPictureTitles } from './stu.pictures.contract.ts'

/** Describes students for a ZIP of their photos. */
export const studentPictures = {
  owner: photoOwners.stu,
  kind: 'stupic',
  keys: studentPictureKeys,
  titles: studentPictureTitles,
  place: unitNameOf,
  states: {
    [StudentState.graduated]: '学生已毕业',
    [StudentState.transferred]: '学生已转出',
    [StudentState.suspended]: '学生休学中',
  },
  consentBy: '导入时确认监护人都已同意',
  told: ({ no, name, ownNo, place }) => ({ stuNo: no, stuName: name, stdyNo: ownNo, unitName: place }),
} satisfies PhotoSubject
