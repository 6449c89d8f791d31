import { permits } from '#contract/access.ts'
import { guardianArchive, ptrarch } from '#features/ecb/ptrarch/ptrarch.contract.ts'
import { linkFields } from '#features/ent/stuptr/stuptr.contract.ts'
import type { Context } from '#server/context.ts'
import { found } from '#server/rows.ts'
import type { Input } from '#server/serve.ts'
import { nameTelling, personTellings } from '#server/tellings.ts'
import { timelineOf } from '#server/timeline.ts'
import { Guardian, GuardianEx, type ptr } from './ptr.contract.ts'
import { guardians } from './ptr.list.ts'

const { ptrName, sex, authTel, authFlag, idNo, brth, rem, stt } = Guardian.shape
const { cardPht, facePht } = GuardianEx.shape
const own = { ptrName, sex, idNo, brth, authTel, authFlag, stt, cardPht, facePht, rem }

/** What was done to a guardian, the archive and the links with children, newest first. */
export async function readTimeline({ entNo, ptrNo, ...page }: Input<typeof ptr.gethist>, context: Context) {
  const { db, me, services } = context
  const { secret } = services
  found(await guardians(db, secret, { entNo }).where('p.ptrNo', '=', ptrNo).select('p.ptrNo').executeTakeFirst())
  const parts = [
    { table: 'ptr', what: '资料', fields: own, tellings: personTellings(secret) },
    { table: 'ptrarch', what: '档案', fields: guardianArchive },
    { table: 'stuptr', what: nameTelling(db, entNo, 'stu', '孩子'), fields: linkFields },
  ]
  const seen = parts.filter(({ table }) => table !== 'ptrarch' || permits(me, ptrarch.get.access))
  return timelineOf(db, { ...page, entNo, column: 'ptr_no', no: ptrNo, parts: seen })
}
