import { Status } from '#contract/fields.ts'
import { photoOwners } from '#domain/people/photos.ts'
import type { PhotoSubject } from '#domain/people/photoZip/subject.ts'
import { mainDepartmentOf } from '#domain/staff/staff.ts'
import { employeePictureKeys, employeePictureTitles } from './emp.pictures.contract.ts'

/** Describes employees for a ZIP of their photos. */
export const employeePictures = {
  owner: photoOwners.emp,
  kind: 'emppic',
  keys: employeePictureKeys,
  titles: employeePictureTitles,
  place: mainDepartmentOf('orgName'),
  states: { [Status.disabled]: '员工已停用' },
  consentBy: null,
  told: ({ no, name, ownNo, place }) => ({ empNo: no, empName: name, workNo: ownNo, orgName: place }),
} satisfies PhotoSubject
