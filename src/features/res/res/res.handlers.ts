import { sql } from 'kysely'
import { serve } from '#server/call/serve.ts'
import { res } from './res.contract.ts'
import { exportResources } from './export/res.export.ts'
import { offeredPage, resourcePage } from './res.list.ts'
import { setFavourite, setResourceSeen } from './res.marks.ts'
import { resourcePlacesOf, sharesOf } from '#domain/resources/resourcePlaces.ts'
import { readResource } from './res.read.ts'
import { approveShares, rejectShares, setScope } from './share/res.share.ts'
import './res.undo.ts'
import { addVersion, createResource, deleteResources, moveResources, readQuota, updateResource } from './res.write.ts'
import { registerSearch } from '#domain/search/searchKinds.ts'
import { resourceSearch } from './res.search.ts'
import './res.table.ts'

registerSearch(resourceSearch)

export const resHandlers = serve(res, {
  async getplaces({ entNo }, context) {
    const [places, shares] = await Promise.all([resourcePlacesOf(context, entNo), sharesOf(context, entNo)])
    return { places, shares }
  },

  getpage: (filter, context) => resourcePage(filter, context),
  get: (key, context) => readResource(context, key),
  getofferedpage: (asked, context) => offeredPage(asked, context),

  async getquota({ entNo }, context) {
    const { rows } = await sql<{ favCnt: number }>`select count(*)::int as fav_cnt from resmark
      where ent_no = ${entNo} and user_no = ${context.me.userNo} and fav_tm is not null`.execute(context.db)
    return { ...(await readQuota(context, entNo, context.me.idntVal)), favCnt: rows[0]?.favCnt ?? 0 }
  },

  create: (input, context) => createResource(context, input),
  update: (input, context) => updateResource(context, input),
  addversion: (input, context) => addVersion(context, input),
  setscope: (input, context) => setScope(context, input),

  async move(input, context) {
    await moveResources(context, input)
    return null
  },

  async delete(input, context) {
    await deleteResources(context, input)
    return null
  },

  async setpass(input, context) {
    await approveShares(context, input)
    return null
  },

  async setreject(input, context) {
    await rejectShares(context, input)
    return null
  },

  async setfav(input, context) {
    await setFavourite(context, input)
    return null
  },

  async setseen(input, context) {
    await setResourceSeen(context, input)
    return null
  },

  export: (input, context) => exportResources(input, context),
})
