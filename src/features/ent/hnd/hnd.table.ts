import { answerTable, collectionTable } from '#domain/collections/collection.table.ts'
import { likeOf, matches } from '#server/base/search.ts'
import { describeHistory } from '#server/database/tables.ts'
import { registerRowName } from '#server/history/rowNames.ts'
import { sql } from 'kysely'
import { CollectionInFull } from './collection.contract.ts'
import { hnd } from './hnd.contract.ts'

describeHistory(collectionTable, {
  // Leaves out what is kept sealed.
  fields: CollectionInFull.omit({ passWord: true, lnkPath: true }).shape,
  see: hnd.get,
  isOwn: true,
  record: {},
})
describeHistory(answerTable, { fields: {}, see: hnd.getanswer, isOwn: true })

registerRowName(
  'ans',
  (
    entNo,
    no,
  ) => sql`(select concat_ws(' · ', h.title, case h.anon when '0' then coalesce(s.stu_name, e.emp_name, '第 ' || t.seq_no || ' 份') end) from hndto t join hnd h using (ent_no, hnd_no)
    left join stu s on s.ent_no = t.ent_no and s.stu_no = t.stu_no left join emp e on e.ent_no = t.ent_no and e.emp_no = t.emp_no
    where t.ent_no = ${entNo} and t.to_no = ${no}::bigint)`,
  (entNo, word) => sql`(o.hnd_no in (select h.hnd_no from hnd h where h.ent_no = ${entNo} and lower(h.title) like ${likeOf(word)})
    or o.hnd_no in (select h.hnd_no from hnd h where h.ent_no = ${entNo} and h.anon = '0')
      and (o.stu_no in (select s.stu_no from stu s where s.ent_no = ${entNo} and ${matches('s', word)})
      or o.emp_no in (select e.emp_no from emp e where e.ent_no = ${entNo} and ${matches('e', word)})))`,
)
