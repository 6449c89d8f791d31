import { sql } from 'kysely'
import type * as z from 'zod'
import type { Values } from '#contract/form/column.ts'
import type { Offered } from '#contract/form/values.ts'
import { VisitState } from '#contract/visits.ts'
import { codeAt } from '#server/area.ts'
import { limitRate, networkOf } from '#server/attempts.ts'
import { readSetting } from '#server/configuration.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database.ts'
import { readChoices, readFilled } from '#server/forms.ts'
import { serve } from '#server/serve.ts'
import { keepVisit, stranger } from '#server/visitEntry.ts'
import { hostReference, newKey } from '#server/visitKeys.ts'
import { moveVisit, stateNow } from '#server/visits.ts'
import { mVisit, type OwnVisit } from './visit.contract.ts'
import { hostPicked, hostsNamed, inEnterpriseOf, isDead, readGate } from './visit.gate.ts'
import { receiveFile } from './visit.files.ts'

/** How often one address may do this in an hour. */
const limits = { create: 20, find: 60, upload: 60 }

type Choice = { val: string; name: string; items: Choice[] }
const choiceOf = ({ val, name, items = [] }: Offered): Choice => ({ val, name, items: items.map(choiceOf) })

export const mVisitHandlers = serve(mVisit, {
  get: ({ code }, context) =>
    inEnterpriseOf(context, code, async (db, entNo) => {
      const { entName, codeName, form, columns } = await readGate(db, context, entNo, code)
      const types = [...new Set(columns.flatMap((column) => [column, ...column.clmns]).flatMap(({ infoType }) => infoType ?? []))]
      const choices = [...(await readChoices(db, entNo, types))]
      return {
        entName,
        codeName,
        tmplName: form.tmplName,
        billClmns: columns,
        choices: choices.map(([typeCode, items]) => ({ typeCode, items: items.map(choiceOf) })),
        keepDays: Number((await readSetting(db, entNo, 'VST_KEEP')) ?? 90),
        auditFlag: (await readSetting(db, entNo, 'VST_AUDIT')) === '0' ? '0' : '1',
      }
    }),

  async findhost({ code, name, unit }, context) {
    await limit(context, 'find')
    return inEnterpriseOf(context, code, async (db, entNo) => {
      await readGate(db, context, entNo, code)
      const [empNo, ...more] = await hostsNamed(db, entNo, name, unit)
      if (!empNo) return { found: 'none', no: null }
      if (more.length > 0) return { found: 'several', no: null }
      return { found: 'one', no: hostReference(context.services.secret, entNo, empNo) }
    })
  },

  async create({ code, vals }, context) {
    await limit(context, 'create')
    const read = await inEnterpriseOf(context, code, async (db, entNo) => {
      const { form, columns } = await readGate(db, context, entNo, code)
      const values: Values = await readFilled(db, entNo, columns, vals)
      const host = columns.find(({ fldCode }) => fldCode === 'toEmp')?.clmnNo ?? ''
      return { form, columns, values: { ...values, [host]: await hostPicked(db, context, entNo, values[host]) } }
    })
    const { form, columns, values } = read
    const vstNo = await context.number('VST_NO')
    return inEnterpriseOf(context, code, async (db, entNo) => {
      const { secret } = context.services
      const key = newKey(entNo)
      const { tmplNo, verNo } = form
      const keyHash = secret.hash(key)
      await keepVisit(db, secret, { entNo, vstNo, tmplNo, verNo, columns, values, userNo: stranger, keyHash })
      return { key }
    })
  },

  async upload({ code, file }, context) {
    await limit(context, 'upload')
    return receiveFile(code, file, context)
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

const tooOften = '操作太频繁，请一小时后再试，或请门卫登记'
const limit = ({ apart, origin }: Context, what: keyof typeof limits) =>
  apart((db) => limitRate(db, `visit ${what}:${networkOf(origin.address)}`, limits[what], tooOften))

type Own = z.output<typeof OwnVisit> & { vstNo: string }

async function visitOf(db: Db, { services }: Context, entNo: string, key: string): Promise<Own> {
  const { rows } =
    await sql<Own>`select v.vst_no, e.ent_name, v.vst_name, p.emp_name as to_emp_name, v.rsn, v.plan_s_dt, v.plan_e_dt,
      v.in_dt, v.out_dt, v.pass_no, v.answer, ${stateNow} as stt,
      (select count(*)::int from vstmate m where m.ent_no = v.ent_no and m.vst_no = v.vst_no) as mate_cnt
    from vst v join ent e using (ent_no) join emp p on p.ent_no = v.ent_no and p.emp_no = v.to_emp_no
    where v.ent_no = ${entNo} and v.key_hash = ${services.secret.hash(key)} and v.stt <> ${VisitState.deleted}`.execute(db)
  if (!rows[0]) throw isDead()
  return rows[0]
}
