import { permissions, permits } from '#contract/access.ts'
import { describeHistory } from '#server/database/tables.ts'
import { enterpriseTable } from '#server/reference/enterprise.table.ts'
import { ent, EnterpriseDetail, stateChange } from './ent.contract.ts'

describeHistory(enterpriseTable, {
  fields: EnterpriseDetail.shape,
  see: ent.get,
  change: ent.update,
  refuses: (field, _, { me, isOwn }) =>
    isOwn ? field === 'stt' : !permits(me, permissions('ent').edit) || (field === 'stt' && !permits(me, stateChange.access)),
  record: { own: ['ent', 'scharch', 'edcarch'], links: ['entmdl', 'entrole', 'entact'] },
})
