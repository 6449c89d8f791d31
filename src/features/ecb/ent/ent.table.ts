import { permissions, permits } from '#contract/access.ts'
import { describeHistory } from '#server/database/tables.ts'
import { enterpriseTable } from '#server/reference/enterprise.table.ts'
import { ent, EnterpriseDetail, stateChange } from './ent.contract.ts'

describeHistory(enterpriseTable, {
  // Masks the contact phone for everybody, for enterprises above read the history, too.
  fields: { ...EnterpriseDetail.shape, linkTel: EnterpriseDetail.shape.linkTel.meta({ title: '联系电话', masked: true }) },
  see: ent.get,
  change: ent.update,
  refuses: (field, _, { me, isOwn }) =>
    isOwn ? field === 'stt' : !permits(me, permissions('ent').edit) || (field === 'stt' && !permits(me, stateChange.access)),
  record: { own: ['ent', 'scharch', 'edcarch'], links: ['entmdl', 'entrole', 'entact'] },
})
