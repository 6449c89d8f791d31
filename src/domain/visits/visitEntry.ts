import { sql } from 'kysely'
import { invalidField } from '#server/base/fault.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import { Status } from '#contract/fields.ts'
import { VisitState } from './visits.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import { readFormTemplates, sealValues } from '#domain/forms/formTemplates.ts'
import { insertMany } from '#server/database/rows.ts'
import { withoutScope } from '#server/call/scope.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { visitTable } from './visit.table.ts'
import { claimFiles } from './visitFiles.ts'
import { matesIn, visitIn } from './visitForm.ts'
import { newPassNo } from './visits.ts'
import { tellInScope, tellOfEvent } from '#domain/messages/events.ts'
import { withMinutes } from '#contract/values/day.ts'

type Entry = {
  entNo: string
  vstNo: string
  tmplNo: string
  verNo: number
  columns: readonly Column[]
  values: FormValues
  /** Names who uploaded the files. */
  userNo: string
  keyHash?: string
}

/** Reads the form that visits are registered with. Throws invalid for one that is gone or disabled. */
export async function readVisitForm(db: Db, entNo: string, tmplNo: string) {
  const [form] = await readFormTemplates(db, entNo, { typeNo: '01', tmplNo })
  if (!form) throw invalidField('tmplNo', '表单不存在或已停用，请重新选择')
  return form
}

/**
 * Keeps a visit as its form was filled in: waiting for its host, or agreed where the enterprise does not ask hosts. False
 * where the same page has registered it before.
 */
export async function keepVisit(
  context: Pick<Context, 'db' | 'locals' | 'services' | 'me' | 'number'>,
  entry: Entry,
): Promise<boolean> {
  const { db, services } = context
  const { secret } = services
  const { entNo, vstNo, tmplNo, verNo, columns, values, keyHash = null } = entry
  const visit = visitIn(secret, columns, values)
  const mates = matesIn(secret, columns, values)
  const isAsked = (await readParameter(db, entNo, 'VST_AUDIT')) !== '0'
  const stuNo = await withoutScope(context, () => childOf(db, entNo, visit))
  const row = {
    ...visit,
    entNo,
    vstNo,
    tmplNo,
    verNo,
    keyHash,
    stuNo,
    teamFlag: mates.length > 0 ? '1' : '0',
    vals: JSON.stringify(sealValues(secret, columns, values)),
    searchText: searchTextOf(visitTable, { ...visit, vstNo }),
    ...(isAsked ? { stt: VisitState.waiting } : { stt: VisitState.agreed, passNo: await newPassNo(db, entNo) }),
  }
  const { numInsertedOrUpdatedRows: kept } = await db
    .insertInto('vst')
    .values(row)
    .onConflict((other) => other.columns(['entNo', 'keyHash']).where('keyHash', 'is not', null).doNothing())
    .executeTakeFirstOrThrow()
  if (!kept) return false
  await claimFiles(db, entry)
  await insertMany(
    db,
    'vstmate',
    mates.map((mate, i) => ({ entNo, vstNo, rdx: i + 1, ...mate })),
  )
  const { vstName, toEmpNo, rsn, planSDt } = visit
  await tellOfEvent(context, {
    entNo,
    evt: isAsked ? 'vstwait' : 'vstcome',
    title: `${vstName}${isAsked ? '申请来访，等你同意' : '预约来访'}`,
    body: [`时间：${withMinutes(planSDt)}`, rsn && `事由：${rsn}`].filter(Boolean).join('\n'),
    empNos: [toEmpNo],
    about: { type: 'vst', no: vstNo },
  })
  await tellOfVisit(context, { entNo, vstNo, toEmpNo, stuNo, title: `访客${vstName}预约来访` })
  return true
}

type VisitNews = { entNo: string; vstNo: string; toEmpNo: string; stuNo: string | null; title: string }

/** Tells of a visit those who receive the messages of its host's departments, or of the pupil's class. */
export async function tellOfVisit(
  context: Pick<Context, 'db' | 'services' | 'me' | 'number'>,
  { toEmpNo, stuNo, vstNo, ...news }: VisitNews,
) {
  const { rows } = await sql<{
    empName: string
  }>`select emp_name from emp where ent_no = ${news.entNo} and emp_no = ${toEmpNo}`.execute(context.db)
  await tellInScope(context, {
    ...news,
    body: `被访人：${rows[0]?.empName ?? '–'}`,
    place: { empNos: [toEmpNo], stuNos: stuNo ? [stuNo] : [] },
    but: [toEmpNo],
    about: { type: 'vst', no: vstNo },
  })
}

type Visit = Pick<ReturnType<typeof visitIn>, 'vstName' | 'vstTel' | 'toEmpNo'>

// Finds a guardian's child, by name and phone together: one whom the host teaches, otherwise the one linked first.
async function childOf(db: Db, entNo: string, { vstName, vstTel, toEmpNo }: Visit): Promise<string | null> {
  const { rows } = await sql<{ stuNo: string }>`select l.stu_no from ptr p join stuptr l using (ent_no, ptr_no)
      join stu s on s.ent_no = l.ent_no and s.stu_no = l.stu_no
    where p.ent_no = ${entNo} and p.auth_tel = ${vstTel} and p.ptr_name = ${vstName}
      and p.stt <> ${Status.deleted} and s.stt <> ${Status.deleted}
    order by exists (select from empdatapwr d where d.ent_no = s.ent_no and d.emp_no = ${toEmpNo} and d.data_type = 'unit'
      and d.data_val = s.unit_no) desc, l.crt_tm, l.stu_no limit 1`.execute(db)
  return rows[0]?.stuNo ?? null
}
