import { explainConstraints } from '#server/base/fault.ts'
import { defineTable } from '#server/database/tables.ts'
import { isVerifiedPhone } from '#domain/people/personFacts.ts'
import { stu, StudentEx } from './stu.contract.ts'

const { shape } = StudentEx

export const studentTable = defineTable('stu', {
  word: '学生',
  key: 'stuNo',
  name: 'stuName',
  search: { words: ['stuNo', 'stdyNo'], phone: 'authTel' },
  uses: { stuptr: '已有家长' },
  swappable: ['stdyNo', 'idNoHash'],
  history: {
    fields: { ...shape, unitNo: shape.unitName, wts: shape.wts.meta({ title: '标签', dictionary: 'STU_LBL' }) },
    see: stu.getex,
    change: stu.update,
    // Excludes photos, which come with a consent, and the class, which changes by rules of its own.
    elsewhere: ['unitNo', 'cardPht', 'facePht'],
    refuses: isVerifiedPhone,
    record: { own: ['stu', 'stuarch'], links: ['stuptr'] },
  },
})

explainConstraints({
  stu_unit_no_fkey: { code: 'missingReference', field: 'unitNo', message: '学生须在班级里，有学生的班级也不能改成别的单元' },
  stu_wts_check: { code: 'invalid', field: 'wts', message: '“走读”和“住校”、“单亲留守儿童”和“双亲留守儿童”只能选一个' },
})
