import { explainConstraints } from '#server/base/fault.ts'
import { defineTable } from '#server/database/tables.ts'
import { takenByOthers } from './stuarch.national.ts'
import { archiveFields, StudentArchive, stuarch } from './stuarch.contract.ts'

defineTable('stuarch', {
  word: '学生档案',
  history: {
    fields: Object.fromEntries(archiveFields.map((name) => [name, StudentArchive.shape[name]])),
    see: stuarch.get,
    change: stuarch.set,
  },
})

explainConstraints({ stuarch_unf_stu_no_key: { code: 'taken', field: 'unfStuNo', message: takenByOthers } })
