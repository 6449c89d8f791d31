import { lineOf, mostHits, type SearchKind, dayOf } from '#domain/search/searching.ts'
import { act } from './act.contract.ts'
import { matchingActivities } from './act.read.ts'

/** Searches activities that the caller finds in their list, the latest first. */
export const activitySearch: SearchKind = {
  kind: 'act',
  call: act.getpage,

  async byWord(keyWord, { context, entNo }) {
    const rows = await matchingActivities(context, { entNo, keyWord }).orderBy('a.actNo', 'desc').limit(mostHits).execute()
    return rows.map(({ actNo, title, sDt, place, clsName, stt }) => ({
      no: actNo,
      name: title,
      note: lineOf(dayOf(sDt), place, clsName),
      tel: null,
      stt,
      path: `/vam/act/${actNo}`,
    }))
  },
}
