import { sql } from 'kysely'
import type { FormValues } from '#contract/form/column.ts'
import { runsActivity } from '#domain/activities/activities.ts'
import type { Context } from '#server/call/context.ts'
import { clearWords, filesIn, maskValues, readColumns } from '#domain/forms/formTemplates.ts'
import { limitLooks, recordLook } from '#server/history/history.ts'
import { fileLink } from '#server/files/links.ts'
import { requireRow } from '#server/database/rows.ts'
import { withoutScope } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import type { reg } from './reg.contract.ts'
import { readEnrolments } from './reg.list.ts'

type Form = { tmplNo: string | null; verNo: number | null; vals: FormValues | null }
type Which = { entNo: string; regNo: string }

async function readForm({ db }: Context, { entNo, regNo }: Which): Promise<Form> {
  const { rows } = await sql<Form>`select a.tmpl_no, r.ver_no, r.vals from reg r join act a using (ent_no, act_no)
    where r.ent_no = ${entNo} and r.reg_no = ${regNo}`.execute(db)
  return requireRow(rows[0])
}

/** Reads an enrolment with its form, numbers and addresses masked. Throws notFound where there is none. */
export async function readEnrolment({ entNo, regNo }: Input<typeof reg.get>, context: Context) {
  const { db, services } = context
  const list = await readEnrolments(context, { entNo, regNos: [regNo] })
  const row = await withoutScope(context, async () => requireRow(await list.executeTakeFirst()))
  const { tmplNo, verNo, vals } = await readForm(context, { entNo, regNo })
  const billClmns = tmplNo && verNo ? await readColumns(db, entNo, tmplNo, verNo) : []
  return {
    ...row,
    billClmns,
    vals: vals && maskValues(billClmns, vals),
    files: vals ? filesIn(billClmns, vals).map((fileNo) => ({ fileNo, url: fileLink(services.secret, entNo, fileNo) })) : [],
  }
}

/** Reveals one masked value of the form, for those who run the activity. Throws notFound where there is none. */
export async function reveal({ entNo, regNo, clmnNo }: Input<typeof reg.reveal>, context: Context) {
  const { db, me, services } = context
  await limitLooks(db, entNo, me.userNo)
  const { rows } = await sql`select from reg r join act a using (ent_no, act_no)
    where r.ent_no = ${entNo} and r.reg_no = ${regNo} and r.stt <> '0' and ${runsActivity(context)}`.execute(db)
  requireRow(rows[0])
  const { tmplNo, verNo, vals } = await readForm(context, { entNo, regNo })
  if (!tmplNo || !verNo || !vals) return { value: null }
  await recordLook(db, entNo, 'reg', { reg_no: regNo, field: clmnNo })
  const columns = await readColumns(db, entNo, tmplNo, verNo)
  return { value: await clearWords(db, services.secret, entNo, { columns, values: vals, clmnNo }) }
}
