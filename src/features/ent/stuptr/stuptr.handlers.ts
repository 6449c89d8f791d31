import { requireUnit } from '#domain/units/units.ts'
import { pageOf } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { stuptr } from './stuptr.contract.ts'
import { relationOrder, relationOut, relations } from './stuptr.list.ts'
import { changeLink, changeLinkedPhone, createLink, createWithGuardian, removeLink } from './stuptr.write.ts'
import './stuptr.table.ts'

export const stuptrHandlers = serve(stuptr, {
  async getpage({ pageIndex, pageSize, ...filter }, { db, services: { secret } }) {
    await requireUnit(db, filter)
    const shown = await pageOf(relations(db, secret, filter), relationOrder, { pageIndex, pageSize })
    return { ...shown, datas: shown.datas.map(relationOut) }
  },

  async getstulist({ entNo, ptrNo }, { db, services: { secret } }) {
    const rows = await relations(db, secret, { entNo, ptrNo }).orderBy('stuNo').execute()
    return rows.map(relationOut)
  },

  create: createLink,

  update: changeLink,

  delete: removeLink,

  createwithptr: createWithGuardian,

  updatewithptr: changeLink,

  updatephone: changeLinkedPhone,
})
