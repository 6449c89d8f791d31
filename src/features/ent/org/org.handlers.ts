import { Status } from '#contract/fields.ts'
import { serve } from '#server/serve.ts'
import { treeOf } from '#server/tree.ts'
import { org } from './org.contract.ts'

export const orgHandlers = serve(org, {
  async gettree({ entNo }, { db }) {
    const rows = await db
      .selectFrom('org')
      .select(['orgNo', 'orgName', 'prtNo', 'helpCode', 'stt'])
      .where('entNo', '=', entNo)
      .where('stt', '<>', Status.deleted)
      .orderBy('showOrd')
      .orderBy('orgNo')
      .execute()
    return treeOf(rows, 'orgNo', 'prtNo', (row) => row)
  },
})
