import { EnterpriseState, ent } from './ent.contract.ts'
import { dictionaryLabel } from '#server/database/dictionary.ts'
import { lineOf, mostHits, type SearchKind } from '#domain/search/searching.ts'
import { sql } from 'kysely'
import { enterpriseConditions, enterprisesInReach } from './ent.list.ts'

/** Searches enterprises within reach, for callers with others below them. */
export const enterpriseSearch: SearchKind = {
  kind: 'ent',
  widensReach: true,
  call: ent.getpage,

  async byWord(keyWord, { context, entNo }) {
    const list = await enterprisesInReach(context, ent.getpage, entNo)
    const rows = await list
      .where(enterpriseConditions({ keyWord, deepFlag: '1' }))
      .select(['e.entNo', 'e.entName', 'e.stt', dictionaryLabel('IDNT', sql`e.idnt_no`).as('idntName')])
      .orderBy('e.showOrd')
      .orderBy('e.entNo')
      .limit(mostHits)
      .execute()
    return rows.map(({ entNo: no, entName, stt, idntName }) => ({
      no,
      name: entName,
      note: lineOf(idntName, no),
      tel: null,
      stt: stt === EnterpriseState.enabled ? null : stt,
      path: `/ecb/ent/${no}`,
    }))
  },
}
