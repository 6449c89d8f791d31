import { guardianTable } from '#domain/guardians/guardian.table.ts'
import { isVerifiedPhone } from '#domain/people/personFacts.ts'
import { describeHistory } from '#server/database/tables.ts'
import { GuardianEx, ptr } from './ptr.contract.ts'

describeHistory(guardianTable, {
  fields: GuardianEx.shape,
  see: ptr.get,
  change: ptr.update,
  refuses: isVerifiedPhone,
  record: { own: ['ptr', 'ptrarch'], links: ['stuptr'] },
})
