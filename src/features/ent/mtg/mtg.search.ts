import { matches } from '#server/base/search.ts'
import { lineOf, mostHits, type SearchKind } from '#domain/search/searching.ts'
import { mtg } from './mtg.contract.ts'
import { meetings } from './mtg.list.ts'
import { withMinutes } from '#contract/values/day.ts'

/** Searches meetings that the caller finds in their list, the latest first. */
export const meetingSearch: SearchKind = {
  kind: 'mtg',
  call: mtg.getpage,

  async byWord(word, { context, entNo }) {
    const rows = await meetings(context, entNo).where(matches('m', word)).orderBy('m.mtgNo', 'desc').limit(mostHits).execute()
    return rows.map(({ mtgNo, mtgName, sDt, place, hostName, stt }) => ({
      no: mtgNo,
      name: mtgName,
      note: lineOf(withMinutes(sDt), place, hostName && `主持 ${hostName}`),
      tel: null,
      stt,
      path: `/ent/mtg/${mtgNo}`,
    }))
  },
}
