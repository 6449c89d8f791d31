import { sql } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import type { FormValues } from '#contract/form/column.ts'
import { VisitState } from '#domain/visits/visits.contract.ts'
import { codeAt } from '#domain/people/area.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { readFilled, readFormChoices } from '#domain/forms/formTemplates.ts'
import { serve } from '#server/call/serve.ts'
import { keepVisit } from '#domain/visits/visitEntry.ts'
import { strangerUploader } from '#domain/visits/visitFiles.ts'
import { hostReference } from '#domain/visits/visitKeys.ts'
import { moveVisit, visitState } from '#domain/visits/visits.ts'
import { mVisit, type OwnVisit } from './visit.contract.ts'
import { hostsNamed, inEnterpriseOf, isDead, readAccess, withHost } from './visit.access.ts'
import { receiveFile } from './visit.files.ts'
import { countTry, limitAddress, limitGate } from './visit.limits.ts'

export const mVisitHandlers = serve(mVisit, {
  get: ({ code }, context) =>
    inEnterpriseOf(context, code, async (db, entNo) => {
      const { entName, codeName, form, columns } = await readAccess(db, context, entNo, code)
      return {
        entName,
        codeName,
        tmplName: form.tmplName,
        billClmns: columns,
        singleFlag: form.sets.singleFlag,
        choices: await readFormChoices(db, entNo, columns),
        keepDays: Number((await readParameter(db, entNo, 'VST_KEEP')) ?? 90),
        auditFlag: (await readParameter(db, entNo, 'VST_AUDIT')) === '0' ? '0' : '1',
      }
    }),

  async findhost({ code, name, unit }, context) {
    await countTry(context, 'find')
    return inEnterpriseOf(context, code, async (db, entNo) => {
      await readAccess(db, context, entNo, code)
      await limitGate(db, context, 'find', code)
      const [empNo, ...more] = await hostsNamed(db, entNo, name, unit)
      if (!empNo) return { found: 'none', no: null }
      if (more.length > 0) return { found: 'several', no: null }
      return { found: 'one', no: hostReference(context.services.secret, entNo, empNo) }
    })
  },

  async create({ code, once, vals }, context) {
    await countTry(context, 'try')
    return inEnterpriseOf(context, code, async (db, entNo) => {
      const { form, columns } = await readAccess(db, context, entNo, code)
      const key = `${entNo}.${once}`
      const keyHash = context.services.secret.hash(key)
      if (await isKept(db, entNo, keyHash)) return { key }
      const filled: FormValues = await readFilled(db, entNo, columns, vals)
      const values = await withHost(db, context, entNo, { columns, values: filled })
      const vstNo = await context.number('VST_NO')
      const { tmplNo, verNo } = form
      const entry = { entNo, vstNo, tmplNo, verNo, columns, values, userNo: strangerUploader, keyHash }
      // Leaves it to the other request where two store the same visit at one moment.
      if (await keepVisit(context, entry)) {
        await limitAddress(db, context, 'create')
        await limitGate(db, context, 'create', code)
      }
      return { key }
    })
  },

  async upload({ code, file }, context) {
    await countTry(context, 'upload')
    return receiveFile(code, file, context, (db) => limitGate(db, context, 'upload', code))
  },

  async getareas({ prvnName, cityName, dstrName }, { db }) {
    const path = [prvnName, cityName, dstrName].filter((name) => name !== undefined)
    const { rows } = await sql<{ areaName: string }>`select area_name from admn_area
      where coalesce(prt_code, '') = ${codeAt(path)} order by show_ord, area_code`.execute(db)
    return rows.map(({ areaName }) => areaName)
  },

  getstate: ({ key }, context) =>
    inEnterpriseOf(context, key, async (db, entNo) => {
      const { vstNo: _, passNo, ...visit } = await visitOf(db, context, entNo, key)
      const isShown = visit.stt === VisitState.agreed || visit.stt === VisitState.inside
      return { ...visit, passNo: isShown ? passNo : null }
    }),

  cancel: ({ key }, context) =>
    inEnterpriseOf(context, key, async (db, entNo) => {
      const { vstNo } = await visitOf(db, context, entNo, key)
      await moveVisit(db, { entNo, vstNo }, 'cancel')
      return null
    }),
})

const isKept = async (db: Db, entNo: string, keyHash: string) =>
  (await sql`select from vst where ent_no = ${entNo} and key_hash = ${keyHash}`.execute(db)).rows.length > 0

type Own = z.output<typeof OwnVisit> & { vstNo: string }

async function visitOf(db: Db, { services }: Context, entNo: string, key: string): Promise<Own> {
  const { rows } =
    await sql<Own>`select v.vst_no, e.ent_name, v.vst_name, p.emp_name as to_emp_name, v.rsn, v.plan_s_dt, v.plan_e_dt,
      v.in_dt, v.out_dt, v.pass_no, v.answer, ${visitState} as stt,
      (select count(*)::int from vstmate m where m.ent_no = v.ent_no and m.vst_no = v.vst_no) as mate_cnt
    from vst v join ent e using (ent_no) join emp p on p.ent_no = v.ent_no and p.emp_no = v.to_emp_no
    where v.ent_no = ${entNo} and v.key_hash = ${services.secret.hash(key)} and v.stt <> ${VisitState.deleted}
      and e.stt = ${Status.enabled}`.execute(db)
  if (!rows[0]) throw isDead()
  return rows[0]
}
