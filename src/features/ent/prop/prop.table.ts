import { sql } from 'kysely'
import { archiveFields } from '#contract/form/archiveFields.ts'
import { likeOf, matches } from '#server/base/search.ts'
import { defineTable } from '#server/database/tables.ts'
import { registerRowName } from '#server/history/rowNames.ts'
import { prop, Proposal } from './prop.contract.ts'

const { stt, word } = Proposal.shape

defineTable('prop', { word: '回写', key: 'propNo', history: { fields: { stt, word }, see: prop.getpage } })

const fieldNames = sql`case p.fld ${sql.join(
  archiveFields.map(({ code, name }) => sql`when ${code} then ${name}`),
  sql` `,
)} end`

registerRowName(
  'prop',
  (entNo, no) => sql`(select concat_ws(' · ', coalesce(g.ptr_name, s.stu_name, e.emp_name), ${fieldNames}) from prop p
    left join stu s on s.ent_no = p.ent_no and s.stu_no = p.stu_no left join emp e on e.ent_no = p.ent_no and e.emp_no = p.emp_no
    left join ptr g on g.ent_no = p.ent_no and g.ptr_no = p.ptr_no
    where p.ent_no = ${entNo} and p.prop_no = ${no}::bigint)`,
  (entNo, word) => sql`(o.hnd_no in (select h.hnd_no from hnd h where h.ent_no = ${entNo} and lower(h.title) like ${likeOf(word)})
    or o.stu_no in (select s.stu_no from stu s where s.ent_no = ${entNo} and ${matches('s', word)})
    or o.emp_no in (select e.emp_no from emp e where e.ent_no = ${entNo} and ${matches('e', word)}))`,
)
