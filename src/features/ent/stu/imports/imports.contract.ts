import { permissions } from '#contract/access.ts'
import { post } from '#contract/call.ts'
import { no } from '#contract/fields.ts'
import { createCall, ImportPreview, previewCall, Workbook } from '#contract/importing.ts'

const [students, units] = [permissions('stu').import, permissions('edcunit').import]

/** Declares the imports about students and their classes (docs/spec/imports.md#kinds). */
export const importCalls = {
  /** Puts those whose row names neither grade nor class into this class, or the class that they name into this grade. */
  importnewstu: post(students, Workbook.extend({ unitNo: no.optional().meta({ title: '年级或班级' }) }), ImportPreview, '', {
    title: '导入新生信息',
    time: 'long',
    undo: false,
  }),
  importnewstucreate: createCall(students, '写入新生信息导入'),
  importstu: previewCall(students, '导入学生基础信息'),
  importstucreate: createCall(students, '写入学生基础信息导入'),
  importptrtel: previewCall(students, '导入家长认证电话'),
  importptrtelcreate: createCall(students, '写入家长认证电话导入'),
  importstutel: previewCall(students, '导入学生认证电话'),
  importstutelcreate: createCall(students, '写入学生认证电话导入'),
  importwts: previewCall(students, '导入学生标签'),
  importwtscreate: createCall(students, '写入学生标签导入'),
  importunit: previewCall(students, '导入班级调整'),
  importunitcreate: createCall(students, '写入班级调整导入'),
  importedcunit: previewCall(units, '导入年级班级'),
  importedcunitcreate: createCall(units, '写入年级班级导入'),
}
