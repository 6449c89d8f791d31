import { sql } from 'kysely'
import { participantName } from '#domain/activities/enrolments.ts'
import { registerRowName } from '#server/history/rowNames.ts'
import { defineTable } from '#server/database/tables.ts'
import { EnrolmentInFull, reg } from './reg.contract.ts'

registerRowName(
  'reg',
  (entNo, no) => sql`(select concat_ws(' · ', nullif(${participantName}, ''), a.title)
    from reg r join act a using (ent_no, act_no) where r.ent_no = ${entNo} and r.reg_no = ${no})`,
)

defineTable('reg', { word: '报名', key: 'regNo', history: { fields: EnrolmentInFull.shape, see: reg.get, record: {} } })
