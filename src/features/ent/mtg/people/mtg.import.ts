import { sql } from 'kysely'
import { permissions, permits } from '#contract/access.ts'
import { note, ownNo, Status } from '#contract/fields.ts'
import { ManType } from '#domain/meetings/meetings.contract.ts'
import type { Context } from '#server/call/context.ts'
import { offeredLabels } from '#server/database/dictionary.ts'
import type { ImportKind, ValidatedRow } from '#server/importing/importBatch.ts'
import { readByField, readLabel, readName, readPhone } from '#server/importing/importCells.ts'
import { errorOf, type ImportColumn, type ReadRow } from '#server/importing/importTable.ts'
import { isExpected } from '#domain/meetings/meetings.ts'
import { countNumberProbes } from '#server/access/numberProbeLimit.ts'
import { mtg } from '../mtg.contract.ts'
import type { InvitedPerson } from '../mtg.parts.contract.ts'
import { addParticipants } from './mtg.people.ts'
import { requireNear } from '../mtg.read.ts'
import { lockMeeting } from '../mtg.state.ts'

type Values = { manName?: string; workNo?: string; manTel?: string; manType?: string; workUnit?: string }
type Employee = { empNo: string; empName: string; workNo: string | null; authTel: string }
type Plan = ValidatedRow & { man: InvitedPerson }

/**
 * Imports the people of a meeting: employees by their work number, or by name and phone together, all others as guests
 * (docs/spec/imports.md#kinds). Only those who may see phones in clear learn whose a phone is; others find nobody by a phone
 * alone.
 */
export const meetingImport: ImportKind = {
  kind: 'mtgman',
  title: '参会人员',
  access: mtg.previewmtgman.access,
  async open(entNo, context, mtgNo) {
    if (mtgNo) await requireNear(context, entNo, mtgNo, 'run')
    const of = { entNo, mtgNo: mtgNo ?? '' }
    return {
      columns: columnsOf(await offeredLabels(context.db, entNo, 'MAN_TYPE')),
      async validate(rows) {
        const known = await readKnown(context, of, rows)
        if (!known.isClear) await countNumberProbes(context.services, context.me.userNo, guessesIn(rows, known), 'guests')
        const seen = new Map<string, number>()
        return rows.map((row) => validate(row, known, seen))
      },
      async write(validated, onWritten) {
        await lockMeeting(context, of, 'setPeople')
        await addParticipants(
          context,
          of,
          (validated as Plan[]).map(({ man }) => man),
        )
        await onWritten(validated.length)
      },
    }
  },
}

const columnsOf = (types: ReadonlyMap<string, string>): ImportColumn[] => [
  { field: 'manName', title: '姓名', also: ['参会人员', '参会人'], example: '张三', hint: '员工可以只填工号', read: readName },
  {
    field: 'workNo',
    title: '工号',
    also: ['员工工号', '教工号'],
    example: '1001',
    read: readByField(ownNo, '工号只能有字母、数字、- 和 _'),
  },
  {
    field: 'manTel',
    title: '手机',
    also: ['手机号', '手机号码', '移动电话', '联系电话'],
    example: '13800000000',
    hint: '员工按工号，或按姓名和手机找到；外来的人要填姓名和手机',
    read: readPhone,
  },
  {
    field: 'manType',
    title: '类型',
    also: ['参会类型'],
    example: '参会人员',
    options: [...types.values()],
    read: readLabel('类型', types),
  },
  { field: 'workUnit', title: '单位', also: ['工作单位', '部门'], example: '', read: readByField(note(60), '单位最多 60 个字') },
]

const guestKey = (tel: string) => `tel ${tel}`

async function readKnown(context: Context, { entNo, mtgNo }: { entNo: string; mtgNo: string }, rows: readonly ReadRow[]) {
  const { db, me } = context
  const told = (field: keyof Values) => rows.flatMap(({ values }) => (values as Values)[field] ?? [])
  const [employees, there] = await Promise.all([
    sql<Employee>`select emp_no, emp_name, work_no, auth_tel from emp where ent_no = ${entNo} and stt = ${Status.enabled}
      and (auth_tel = any(${told('manTel')}) or work_no = any(${told('workNo')}))`.execute(db),
    sql<{ empNo: string | null; manTel: string | null }>`select x.emp_no, x.man_tel from mtgman x where x.ent_no = ${entNo}
      and x.mtg_no = ${mtgNo} and ${isExpected}`.execute(db),
  ])
  return {
    isClear: permits(me, permissions('emp').clear),
    byPhone: new Map(employees.rows.map((one) => [one.authTel, one])),
    byWorkNo: new Map(employees.rows.map((one) => [one.workNo, one])),
    there: new Set(there.rows.map(({ empNo, manTel }) => empNo ?? guestKey(manTel ?? ''))),
  }
}
type Known = Awaited<ReturnType<typeof readKnown>>

/**
 * Lists the phones of a list that are not those of the employees otherwise named in its rows: trying one after the other would
 * reveal a masked one.
 */
function guessesIn(rows: readonly ReadRow[], { byPhone, byWorkNo }: Known) {
  return rows.flatMap(({ values }) => {
    const { manName, workNo, manTel = '' } = values as Values
    const named = workNo && byWorkNo.get(workNo)
    const isRight = named ? named.authTel === manTel : byPhone.get(manTel)?.empName === manName
    return manTel && !isRight ? [manTel] : []
  })
}

/** Returns the employee that a row means, and what does not fit. */
function employeeOf({ manName, workNo, manTel }: Values, { isClear, byPhone, byWorkNo }: Known) {
  const byNo = workNo ? byWorkNo.get(workNo) : undefined
  const ofPhone = manTel ? byPhone.get(manTel) : undefined
  if (byNo && ofPhone && byNo !== ofPhone) return { problem: '手机和工号不是同一名员工的' }
  return { employee: byNo ?? (isClear || ofPhone?.empName === manName ? ofPhone : undefined) }
}

/** Adds to a row what does not fit the employee that it means, or a guest. */
function complain(row: ReadRow, { employee, problem }: ReturnType<typeof employeeOf>) {
  const { manName, workNo, manTel } = row.values as Values
  const refuse = (field: string, message: string, more: Parameters<typeof errorOf>[2]) =>
    row.errs.push(errorOf(field, message, more))
  if (problem) refuse('manTel', problem, { code: '手机不符' })
  if (employee && manName && employee.empName !== manName)
    refuse('manName', `${workNo ? '工号' : '手机'}是员工${employee.empName}的，姓名不同`, {
      code: '姓名不同',
      sgst: [{ val: employee.empName, why: `这个${workNo ? '工号' : '手机'}的员工` }],
    })
  if (!employee && row.errs.length === 0) {
    if (workNo) refuse('workNo', `没有工号是 ${workNo} 的员工`, { code: '没有这个工号' })
    else if (!manTel) refuse('manTel', '外来的人要填手机', { code: '没有手机' })
    else if (!manName) refuse('manName', '外来的人要填姓名', { code: '没有姓名' })
  }
}

function validate(row: ReadRow, known: Known, seen: Map<string, number>): Plan {
  const values = row.values as Values
  const { manName, manTel, manType = ManType.attendee, workUnit } = values
  const meant = employeeOf(values, known)
  const { employee } = meant
  complain(row, meant)
  const key = employee?.empNo ?? guestKey(manTel ?? '')
  const earlier = row.errs.length === 0 ? seen.get(key) : undefined
  if (earlier) row.errs.push(errorOf('manName', `与第 ${earlier} 行是同一人`, { code: '同一人' }))
  const man: InvitedPerson = {
    ...(employee ? { empNo: employee.empNo } : { manTel }),
    manName: employee?.empName ?? manName,
    workUnit,
    manType: employee || manType !== ManType.attendee ? manType : ManType.guest,
  }
  if (row.errs.length > 0) return { row, act: 'skip', chg: [], man }
  seen.set(key, row.rowNo)
  return { row, act: known.there.has(key) ? 'same' : 'add', chg: [], man }
}
