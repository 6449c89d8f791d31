import { sql } from 'kysely'
import { enterprisesSeen, lockEnterprise, setArchive } from '#domain/people/archive.ts'
import type { Db } from '#server/database/database.ts'
import { requireRow, pageOf } from '#server/database/rows.ts'
import { likeOf } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { scharch, schoolIdentity } from './scharch.contract.ts'
import './scharch.table.ts'

const archives = (db: Db) =>
  db
    .selectFrom('ent as e')
    .leftJoin('scharch as a', 'a.entNo', 'e.entNo')
    .select(['e.entNo', 'e.entName', 'a.prvn', 'a.city', 'a.dstr', 'a.chdDstr', 'a.adr', 'a.ntr', 'a.schType', 'a.admnLvl'])
    .select(['a.flrSpc', 'a.flrArea', 'a.ver'])

const readArchive = async (db: Db, entNo: string) =>
  requireRow(await archives(db).where('e.entNo', '=', entNo).executeTakeFirst())

export const scharchHandlers = serve(scharch, {
  async getpage({ entNo, schType, ntr, admnLvl, keyWord, pageIndex, pageSize }, context) {
    const seen = await enterprisesSeen(context, scharch.getpage, entNo)
    const word = likeOf(keyWord)
    const list = archives(context.db)
      .where(seen)
      .where('e.idntNo', '=', schoolIdentity)
      .$if(!!schType, (only) => only.where('a.schType', '=', schType as string))
      .$if(!!ntr, (only) => only.where('a.ntr', '=', ntr as string))
      .$if(!!admnLvl, (only) => only.where('a.admnLvl', '=', admnLvl as string))
      .$if(!!keyWord, (only) => only.where(sql<boolean>`e.search_text like ${word}`))
    return pageOf(list, ['e.showOrd', 'e.entNo'], { pageIndex, pageSize })
  },

  get: ({ entNo }, { db }) => readArchive(db, entNo),

  async set({ entNo, ...given }, { db }) {
    await lockEnterprise(db, entNo, (idntNo) => idntNo === schoolIdentity, '只有学校有学校档案，其他企业请填写企业档案')
    await setArchive(db, { table: 'scharch', key: { entNo } }, await readArchive(db, entNo), given)
    return readArchive(db, entNo)
  },
})
