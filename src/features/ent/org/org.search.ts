import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { lineOf, mostHits, type SearchKind, unusualState } from '#domain/search/searching.ts'
import { org } from './org.contract.ts'
import { likeDepartment } from './org.tree.ts'

/** Searches departments by name, initials and number, those that begin so first. */
export const departmentSearch: SearchKind = {
  kind: 'org',
  call: org.getlist,

  async byWord(word, { context: { db }, entNo }) {
    const rows = await db
      .selectFrom('org')
      .select(['orgNo', 'orgName', 'tel', 'stt'])
      .select(
        sql<string | null>`(select p.org_name from org p where p.ent_no = org.ent_no and p.org_no = org.prt_no)`.as('above'),
      )
      .where('entNo', '=', entNo)
      .where('stt', '<>', Status.deleted)
      .where(likeDepartment(word))
      .orderBy(sql`not starts_with(org_name, ${word})`)
      .orderBy('showOrd')
      .orderBy('orgNo')
      .limit(mostHits)
      .execute()
    return rows.map(({ orgNo, orgName, above, tel, stt }) => ({
      no: orgNo,
      name: orgName,
      note: lineOf(above, tel),
      tel: null,
      stt: unusualState(stt),
      path: `/ent/org?orgNo=${orgNo}`,
    }))
  },
}
