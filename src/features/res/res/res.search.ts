import { lineOf, mostHits, type SearchKind } from '#domain/search/searching.ts'
import { res } from './res.contract.ts'
import { matchingResources } from './res.list.ts'

/** Searches resources that the caller may open, the newest first. */
export const resourceSearch: SearchKind = {
  kind: 'res',
  call: res.getpage,

  async byWord(keyWord, { context, entNo }) {
    const { list } = await matchingResources(context, { entNo, keyWord })
    const rows = await list
      .select(['r.resNo', 'r.resName', 'v.name as fileName', 'o.entName', 'r.entNo as ofEntNo'])
      .orderBy('r.putTm', 'desc')
      .limit(mostHits)
      .execute()
    return rows.map(({ resNo, resName, fileName, entName, ofEntNo }) => ({
      no: resNo,
      name: resName,
      note: lineOf(fileName, ofEntNo !== entNo && entName),
      tel: null,
      stt: null,
      path: `/resource/details?no=${resNo}`,
    }))
  },
}
