import { sql } from 'kysely'
import { enterprisesSeen, lockEnterprise, setArchive } from '#domain/people/archive.ts'
import type { Db } from '#server/database/database.ts'
import { requireRow, pageOf } from '#server/database/rows.ts'
import { likeOf } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { schoolIdentity } from '#features/ent/scharch/scharch.contract.ts'
import { edcarch } from './edcarch.contract.ts'
import './edcarch.table.ts'

const archives = (db: Db) =>
  db
    .selectFrom('ent as e')
    .leftJoin('edcarch as a', 'a.entNo', 'e.entNo')
    .select(['e.entNo', 'e.entName', 'e.idntNo', 'a.prvn', 'a.city', 'a.dstr', 'a.adr', 'a.ver'])

const readArchive = async (db: Db, entNo: string) =>
  requireRow(await archives(db).where('e.entNo', '=', entNo).executeTakeFirst())

export const edcarchHandlers = serve(edcarch, {
  async getpage({ entNo, idntNo, keyWord, pageIndex, pageSize }, context) {
    const seen = await enterprisesSeen(context, edcarch.getpage, entNo)
    const word = likeOf(keyWord)
    const list = archives(context.db)
      .where(seen)
      .where('e.idntNo', '<>', schoolIdentity)
      .$if(!!idntNo, (only) => only.where('e.idntNo', '=', idntNo as string))
      .$if(!!keyWord, (only) => only.where(sql<boolean>`e.search_text like ${word}`))
    return pageOf(list, ['e.showOrd', 'e.entNo'], { pageIndex, pageSize })
  },

  get: ({ entNo }, { db }) => readArchive(db, entNo),

  async set({ entNo, ...given }, { db }) {
    await lockEnterprise(db, entNo, (idntNo) => idntNo !== schoolIdentity, '学校没有企业档案，请填写学校档案')
    await setArchive(db, { table: 'edcarch', key: { entNo } }, await readArchive(db, entNo), given)
    return readArchive(db, entNo)
  },
})
