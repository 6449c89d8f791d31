import { sql, type SqlBool } from 'kysely'
import { limitLooks, recordLook } from '#server/history/history.ts'
import { photoZipOf } from '#domain/people/photoZip/photoZip.ts'
import { createImport, previewImport } from '#server/importing/importService.ts'
import { importKindOf, nameBatches, registerImport } from '#server/importing/importKinds.ts'
import { requireRow, pageOf, softDelete } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { orderStudents } from '#domain/students/students.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { withinUnit } from '#domain/units/units.ts'
import { stu } from './stu.contract.ts'
import { countStudents } from './list/stu.counts.ts'
import { exportStudents } from './export/stu.export.ts'
import { visibilityFor } from './stu.visibility.ts'
import { linkedGuardianOut, guardiansOfStudent, type KeptGuardian } from '#domain/students/studentGuardians.ts'
import {
  studentChoiceOut,
  countKnown,
  studentVisibilityOf,
  studentExColumns,
  studentColumns,
  studentChoiceColumns,
  readStudent,
  studentExOut,
  studentOut,
  students,
  withPhotos,
} from './list/stu.list.ts'
import { certifyStudent, changeStudentPhone } from './write/stu.phone.ts'
import { submitStudentPhoto, readPhotos } from './photos/stu.photos.ts'
import { studentPictures } from './photos/stu.pictures.ts'
import { findSimilar } from './write/stu.similar.ts'
import { disableStudents, enableStudents, moveStudents, transferStudents } from './write/stu.state.ts'
import { readStudentPlaces } from './list/stu.tree.ts'
import { withdrawConsent } from './write/stu.withdraw.ts'
import { createStudent, updateStudent, updateStudents } from './write/stu.write.ts'
import { changeLabels, setLabels } from './labels/stu.labels.ts'
import { withListPhoto } from '#domain/people/listPhoto.ts'
import { registerSearch } from '#domain/search/searchKinds.ts'
import { studentSearch } from './stu.search.ts'
import { studentImports } from './imports/kinds.ts'
import './stu.table.ts'

registerSearch(studentSearch)
studentImports.forEach(registerImport)
nameBatches('stupic', '学生照片')

export const stuHandlers = serve(stu, {
  async getlist(filter, context) {
    const list = await students(context.db, filter, await visibilityFor(filter, context))
      .select(studentChoiceColumns)
      .orderBy('s.stuNo')
      .execute()
    return list.map(studentChoiceOut)
  },

  async getexlist(filter, context) {
    const visibility = await visibilityFor(filter, context)
    const list = await students(context.db, filter, visibility)
      .select(studentColumns)
      .select(studentExColumns)
      .orderBy('s.stuNo')
      .execute()
    return list.map((row) => studentExOut(row, visibility))
  },

  async getpage({ pageIndex, pageSize, ...asked }, context) {
    const visibility = await visibilityFor(asked, context)
    const { order, filter } = await orderStudents(context.db, asked)
    const list = students(context.db, filter, visibility).select(studentColumns).select('s.cardPht')
    const shown = await pageOf(list, order, { pageIndex, pageSize }, countKnown(context.db, filter, visibility))
    return { ...shown, datas: shown.datas.map((row) => withListPhoto(studentOut(row, visibility), visibility.secret)) }
  },

  async getexpage({ pageIndex, pageSize, ...asked }, context) {
    const visibility = await visibilityFor(asked, context)
    const { order, filter } = await orderStudents(context.db, asked)
    const list = students(context.db, filter, visibility).select(studentColumns).select(studentExColumns)
    const shown = await pageOf(list, order, { pageIndex, pageSize }, countKnown(context.db, filter, visibility))
    return { ...shown, datas: shown.datas.map((row) => studentExOut(row, visibility)) }
  },

  async get({ entNo, stuNo }, context) {
    const visibility = await studentVisibilityOf(context, entNo)
    const row = await students(context.db, { entNo }, visibility)
      .where('s.stuNo', '=', stuNo)
      .select(studentColumns)
      .select(['s.cardPht', 's.facePht'])
      .executeTakeFirst()
    return withPhotos(studentOut(requireRow(row), visibility), visibility)
  },

  getex: async ({ entNo, stuNo }, context) => readStudent(context.db, entNo, stuNo, await studentVisibilityOf(context, entNo)),

  getstatis: async (filter, context) => countStudents(context.db, filter, await visibilityFor(filter, context)),

  async getptrlist({ entNo, stuNo }, context) {
    const row = await students(context.db, { entNo }, await studentVisibilityOf(context, entNo))
      .where('s.stuNo', '=', stuNo)
      .select(guardiansOfStudent<KeptGuardian>().as('ptrs'))
      .executeTakeFirst()
    return requireRow(row).ptrs.map(linkedGuardianOut)
  },

  async getrnglist({ entNo, unitNos, stuNos, wts }, context) {
    const list = await students(context.db, { entNo, wts }, await studentVisibilityOf(context, entNo))
      .where(isOnRoll)
      .where(sql<SqlBool>`(s.unit_no in ${withinUnit(entNo, unitNos ?? [])} or s.stu_no = any(${stuNos ?? []}))`)
      .select(studentChoiceColumns)
      .orderBy('s.stuNo')
      .execute()
    return list.map(studentChoiceOut)
  },

  async getrolelist(filter, context) {
    const list = students(context.db, filter, await visibilityFor(filter, context))
      .where(isOnRoll)
      .select(studentChoiceColumns)
    return (await list.orderBy('s.stuNo').execute()).map(studentChoiceOut)
  },

  gettree: ({ entNo }, { db }) => readStudentPlaces(db, entNo),

  similar: findSimilar,

  create: createStudent,

  update: updateStudent,

  updatemany: updateStudents,

  delete: ({ entNo, stuNo, ver }, { db }) => softDelete(db, 'stu', { entNo, stuNo }, ver),

  enable: enableStudents,

  disable: disableStudents,

  transfer: transferStudents,

  updateunit: moveStudents,

  updatephone: changeStudentPhone,

  auth: certifyStudent,

  updatewts: setLabels,

  bulkupdatewts: changeLabels,

  async reveal({ entNo, stuNo, field }, context) {
    const { db, me, services } = context
    await limitLooks(db, entNo, me.userNo)
    const row = await students(db, { entNo }, await studentVisibilityOf(context, entNo))
      .where('s.stuNo', '=', stuNo)
      .select(['s.authTel', 's.idNo'])
      .executeTakeFirst()
    const { authTel, idNo } = requireRow(row)
    await recordLook(db, entNo, 'stu', { stu_no: stuNo, field })
    return { value: field === 'authTel' ? authTel : idNo && services.secret.open(idNo) }
  },

  getphotos: readPhotos,

  applyforstucardpht: ({ cardPht, ...input }, context) =>
    submitStudentPhoto({ ...input, fileNo: cardPht, phtType: 'card', cnsntFlag: '0' }, context),

  applyforstufacepht: ({ facePht, ...input }, context) =>
    submitStudentPhoto({ ...input, fileNo: facePht, phtType: 'face' }, context),
  withdraw: withdrawConsent,

  ...photoZipOf(studentPictures),

  export: exportStudents,

  importnewstu: ({ unitNo: refNo, ...input }, context) =>
    previewImport(importKindOf('stunew'), { ...input, ...(refNo && { refNo }) }, context),

  importnewstucreate: (input, context) => createImport(importKindOf('stunew'), input, context),

  importstu: (input, context) => previewImport(importKindOf('stubasic'), input, context),

  importstucreate: (input, context) => createImport(importKindOf('stubasic'), input, context),

  importptrtel: (input, context) => previewImport(importKindOf('stuptrtel'), input, context),

  importptrtelcreate: (input, context) => createImport(importKindOf('stuptrtel'), input, context),

  importstutel: (input, context) => previewImport(importKindOf('stutel'), input, context),

  importstutelcreate: (input, context) => createImport(importKindOf('stutel'), input, context),

  importwts: (input, context) => previewImport(importKindOf('stuwts'), input, context),

  importwtscreate: (input, context) => createImport(importKindOf('stuwts'), input, context),

  importunit: (input, context) => previewImport(importKindOf('stuunit'), input, context),

  importunitcreate: (input, context) => createImport(importKindOf('stuunit'), input, context),

  importedcunit: (input, context) => previewImport(importKindOf('eduunit'), input, context),

  importedcunitcreate: (input, context) => createImport(importKindOf('eduunit'), input, context),
})
