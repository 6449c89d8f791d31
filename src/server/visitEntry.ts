import { sql, type SqlBool } from 'kysely'
import type { Column, Values } from '#contract/form/column.ts'
import { factsOf } from '#contract/idNumber.ts'
import { chinaTime, daysAhead, VisitState } from '#contract/visits.ts'
import type { Db } from './database.ts'
import { readSetting } from './configuration.ts'
import { Fault } from './fault.ts'
import { checkFiles, filesIn, readForms, sealValues } from './forms.ts'
import { found, insertMany } from './rows.ts'
import { searchText } from './search.ts'
import type { Secret } from './secret.ts'
import { sexIn } from './sex.ts'
import { newPassNo } from './visits.ts'

/** Who hands in the files of a form without an account. */
export const stranger = '-'

type Entry = {
  entNo: string
  vstNo: string
  tmplNo: string
  verNo: number
  columns: readonly Column[]
  values: Values
  /** Who handed in the files. */
  userNo: string
  keyHash?: string
}

/** The form that visits are registered with. */
export async function readVisitForm(db: Db, entNo: string, tmplNo: string) {
  return found((await readForms(db, entNo, { typeNo: '01', tmplNo }))[0])
}

/** Keeps a visit as its form was filled in: waiting for its host, or agreed where the enterprise does not ask hosts. */
export async function keepVisit(db: Db, secret: Secret, entry: Entry) {
  const { entNo, vstNo, tmplNo, verNo, columns, values, userNo, keyHash = null } = entry
  const held = (fldCode: string) => values[columns.find((column) => column.fldCode === fldCode)?.clmnNo ?? '']
  const text = (fldCode: string) => (held(fldCode) as string | undefined) ?? null
  checkTimes(columns, String(held('planSDt')), String(held('planEDt')))
  // A number that somebody guessed opens nothing, nor does one that another visit holds.
  await checkFiles(db, entNo, filesIn(columns, values), userNo, sql<SqlBool>`not ${isHeld}`)
  const idNo = text('idNo')
  const [host] = held('toEmp') as [{ no: string }]
  const [vstName, vstTel, workUnit, carNo] = [String(held('vstName')), String(held('vstTel')), text('workUnit'), text('carNo')]
  const mates = matesIn(columns, values)
  const isAsked = (await readSetting(db, entNo, 'VST_AUDIT')) !== '0'
  const row = {
    entNo,
    vstNo,
    tmplNo,
    verNo,
    vstName,
    vstTel,
    workUnit,
    carNo,
    keyHash,
    rsn: text('rsn'),
    toEmpNo: host.no,
    idNo: idNo && secret.seal(idNo),
    idNoHash: idNo && secret.hash(idNo),
    sex: sexIn(factsOf(idNo).sex ?? '') ?? null,
    planSDt: asTime(String(held('planSDt'))),
    planEDt: asTime(String(held('planEDt'))),
    teamFlag: mates.length > 0 ? '1' : '0',
    vals: JSON.stringify(sealValues(secret, columns, values)),
    searchText: searchText(vstName, [vstNo, workUnit, carNo], vstTel),
    ...(isAsked ? { stt: VisitState.waiting } : { stt: VisitState.agreed, passNo: await newPassNo(db, entNo) }),
  }
  await db.insertInto('vst').values(row).execute()
  await insertMany(
    db,
    'vstmate',
    mates.map((mate, i) => ({ entNo, vstNo, rdx: i + 1, ...mate, idNo: mate.idNo && secret.seal(mate.idNo) })),
  )
}

const asTime = (time14: string) => `${time14.slice(0, 8)}T${time14.slice(8)}+08`

function checkTimes(columns: readonly Column[], start: string, end: string) {
  const field = columns.find(({ fldCode }) => fldCode === 'planEDt')?.clmnNo ?? ''
  const refuse = (message: string) => new Fault('invalid', message, { errors: [{ field, message }] })
  if (end <= start) throw refuse('截止时间必须大于开始时间')
  if (end <= chinaTime()) throw refuse('离开时间已经过去，请改为以后的时间')
  if (end > chinaTime(24 * daysAhead)) throw refuse(`最多预约 ${daysAhead} 天以内的来访`)
}

/** Whether a visit holds the file `f`. */
export const isHeld = sql`exists (select from vst v where v.ent_no = f.ent_no
  and jsonb_path_exists(v.vals, '$.*[*].fileNo ? (@ == $no)', jsonb_build_object('no', f.file_no)))`

function matesIn(columns: readonly Column[], values: Values) {
  const table = columns.find(({ fldCode }) => fldCode === 'mates')
  const cell = (ctrlNo: string) => table?.clmns.find((inside) => inside.ctrlNo === ctrlNo)?.clmnNo ?? ''
  const rows = (values[table?.clmnNo ?? ''] as Record<string, string>[] | undefined) ?? []
  return rows.map((row) => ({
    mateName: row[cell('text')] ?? '同行人',
    mateTel: row[cell('tel')] ?? null,
    idNo: row[cell('idNo')] ?? null,
  }))
}
