import { sql } from 'kysely'
import { participantName } from '#domain/activities/enrolments.ts'
import { likeOf, matches } from '#server/base/search.ts'
import { registerRowName } from '#server/history/rowNames.ts'
import { defineTable } from '#server/database/tables.ts'
import { EnrolmentInFull, reg } from './reg.contract.ts'

registerRowName(
  'reg',
  (entNo, no) => sql`(select concat_ws(' · ', nullif(${participantName}, ''), a.title)
    from reg r join act a using (ent_no, act_no) where r.ent_no = ${entNo} and r.reg_no = ${no})`,
  (entNo, word) => sql`(o.act_no in (select a.act_no from act a where a.ent_no = ${entNo} and lower(a.title) like ${likeOf(word)})
    or o.stu_no in (select s.stu_no from stu s where s.ent_no = ${entNo} and ${matches('s', word)})
    or o.emp_no in (select e.emp_no from emp e where e.ent_no = ${entNo} and ${matches('e', word)}))`,
)

defineTable('reg', { word: '报名', key: 'regNo', history: { fields: EnrolmentInFull.shape, see: reg.get, record: {} } })
