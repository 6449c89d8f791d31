import { visitTable } from '#domain/visits/visit.table.ts'
import { defineTable, describeHistory } from '#server/database/tables.ts'
import { GateCode, gateCodes } from './gate/vst.codes.contract.ts'
import { VisitInFull, vst } from './vst.contract.ts'

const { shape } = VisitInFull.omit({ passNo: true })

describeHistory(visitTable, {
  fields: { ...shape, toEmpNo: shape.toEmpName, stuNo: shape.stuName, tmplNo: shape.tmplName },
  see: vst.get,
  isOwn: true,
  record: { links: ['vstmate'] },
})

defineTable('vstmate', { word: '同行人', history: { fields: {}, see: vst.get, isOwn: true } })

defineTable('vstcode', {
  word: '登记二维码',
  key: 'codeNo',
  name: 'codeName',
  history: { fields: GateCode.shape, see: gateCodes.getcodes, isOwn: true },
})
