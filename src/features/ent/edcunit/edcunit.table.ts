import { explainConstraints } from '#server/base/fault.ts'
import { defineTable } from '#server/database/tables.ts'
import { Unit } from '#domain/units/unit.contract.ts'
import { edcunit } from './edcunit.contract.ts'

defineTable('edcunit', {
  word: '年级班级',
  key: 'unitNo',
  name: 'unitName',
  uses: { edcunit: '下已有单元', stu: '里已有学生' },
  history: {
    fields: Unit.shape,
    see: edcunit.get,
    change: edcunit.update,
    // Excludes the state, which changes by rules of its own.
    elsewhere: ['stt'],
    record: {},
  },
})

explainConstraints({ edcunit_prt_no_cycle: { code: 'invalid', field: 'prtNo', message: '不能把单元移到它自己或它的下级之下' } })
