import type { FormValues } from '#contract/form/column.ts'
import { VisitState } from '#domain/visits/visits.contract.ts'
import type { Context } from '#server/call/context.ts'
import { clearWords, filesIn, maskValues, readColumns } from '#domain/forms/formTemplates.ts'
import { limitLooks, recordLook } from '#server/history/history.ts'
import { fileLink } from '#server/files/links.ts'
import { requireRow, pageOf } from '#server/database/rows.ts'
import type { Input } from '#server/call/serve.ts'
import { pictureLink } from '#domain/visits/visitFiles.ts'
import { hostWithin } from '#domain/visits/visits.ts'
import { readFormValues } from './vst.formValues.ts'
import { filterOf, selectVisits, visitOrder, visitOut, visits } from './vst.list.ts'
import { vst } from './vst.contract.ts'

/** Reads one page of the visits of one person each, or of teams. Throws notFound for a form that does not exist. */
export async function readVisitPage(input: Input<typeof vst.getvstnotepersonalpage>, teamFlag: '0' | '1', context: Context) {
  const { pageIndex, pageSize, entNo, ...filter } = input
  const { db, services } = context
  const list = selectVisits(db, { ...(await filterOf({ ...filter, entNo }, context)), teamFlag })
  const shown = await pageOf(list, visitOrder, { pageIndex, pageSize })
  const inForms = await readFormValues(db, services.secret, { entNo, rows: shown.datas })
  const out = (row: (typeof shown.datas)[number]) => ({
    ...visitOut(row),
    ...requireRow(inForms.get(row.vstNo)),
  })
  return { ...shown, datas: shown.datas.map(out) }
}

/** Reveals one masked value of a visit, of a companion, or of its form. Throws notFound where there is none. */
export async function revealValue({ entNo, vstNo, field, rdx, clmnNo }: Input<typeof vst.reveal>, context: Context) {
  const { db, me, services } = context
  const { secret } = services
  await limitLooks(db, entNo, me.userNo)
  const list = visits(db, { entNo, vstNos: [vstNo], hostNo: hostWithin(context, entNo) })
  const visit = requireRow(await list.select(['v.vstTel', 'v.idNo', 'v.tmplNo', 'v.verNo', 'v.vals']).executeTakeFirst())
  const mates = db.selectFrom('vstmate').where('entNo', '=', entNo).where('vstNo', '=', vstNo)
  const shown = rdx
    ? requireRow(await mates.where('rdx', '=', rdx).select(['mateTel as vstTel', 'idNo']).executeTakeFirst())
    : visit
  await recordLook(db, entNo, 'vst', { vst_no: vstNo, field: field === 'vals' ? clmnNo : field, ...(rdx && { rdx }) })
  if (field === 'vstTel') return { value: shown.vstTel }
  if (field === 'idNo') return { value: shown.idNo && secret.open(shown.idNo) }
  const columns = await readColumns(db, entNo, visit.tmplNo, visit.verNo)
  return { value: await clearWords(db, secret, entNo, { columns, values: visit.vals as FormValues, clmnNo: clmnNo ?? '' }) }
}

/** Reads one visit with its form. Throws notFound where there is none within reach. */
export async function readVisit({ entNo, vstNo }: Input<typeof vst.get>, context: Context) {
  const { db, services } = context
  const { secret } = services
  const list = selectVisits(db, { entNo, hostNo: hostWithin(context, entNo), vstNos: [vstNo] })
  const row = requireRow(await list.select('v.passNo').executeTakeFirst())
  const { passNo, ...kept } = row
  const billClmns = await readColumns(db, entNo, row.tmplNo, row.verNo)
  const vals = row.vals as FormValues
  const showsPass = row.sttNow === VisitState.agreed || row.sttNow === VisitState.inside
  return {
    ...visitOut(kept),
    lstVals: {},
    pht: pictureLink(secret, entNo, billClmns, vals),
    passNo: showsPass ? passNo : null,
    billClmns,
    vals: maskValues(billClmns, vals),
    files: filesIn(billClmns, vals).map((fileNo) => ({ fileNo, url: fileLink(secret, entNo, fileNo) })),
  }
}
