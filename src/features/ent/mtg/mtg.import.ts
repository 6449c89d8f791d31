import { sql } from 'kysely'
import { Status, note, ownNo } from '#contract/fields.ts'
import { ManType } from '#contract/meetings.ts'
import type { Context } from '#server/context.ts'
import { offeredLabels } from '#server/dictionary.ts'
import { Fault } from '#server/fault.ts'
import { readAs, readLabel, readName, readPhone } from '#server/importCells.ts'
import { takeWorkbook } from '#server/importing.ts'
import { findTable, type ImportColumn, type ReadRow, readRow } from '#server/importTable.ts'
import { mostPeople } from './mtg.parts.contract.ts'

type Values = { manName?: string; workNo?: string; manTel?: string; manType?: string; workUnit?: string }
type Employee = { empNo: string; empName: string; workNo: string | null; authTel: string }

const columnsOf = (types: ReadonlyMap<string, string>): ImportColumn[] => [
  { field: 'manName', title: '姓名', also: ['参会人员', '参会人'], example: '张三', read: readName },
  {
    field: 'workNo',
    title: '工号',
    also: ['员工工号', '教工号'],
    example: '1001',
    read: readAs(ownNo, '工号只能有字母、数字、- 和 _'),
  },
  { field: 'manTel', title: '手机', also: ['手机号', '手机号码', '联系电话'], example: '13800000000', read: readPhone },
  { field: 'manType', title: '类型', also: ['参会类型'], example: '参会人员', read: readLabel('类型', types) },
  { field: 'workUnit', title: '单位', also: ['工作单位', '部门'], example: '', read: readAs(note(60), '单位最多 60 个字') },
]

/** The people of a workbook: employees by their phone or work number, all others as guests (domain, 2.5). Writes nothing. */
export async function readPeople(context: Context, entNo: string, fileNo: string) {
  const { sheets } = await takeWorkbook(entNo, fileNo, context)
  const columns = columnsOf(await offeredLabels(context.db, entNo, 'MAN_TYPE'))
  const table = findTable(columns, sheets)
  if (table.rows.length > mostPeople)
    throw new Fault('tooLarge', `这份名单有 ${table.rows.length} 行，一次会议最多 ${mostPeople} 人`)
  const rows = table.rows.map(({ rowNo, cells }) => {
    const texts = Object.entries(table.places).flatMap(([field, at]) => (cells[at] ? [[field, cells[at]]] : []))
    return readRow(columns, rowNo, Object.fromEntries(texts))
  })
  const employees = await readEmployees(context, entNo, rows)
  const seen = new Map<string, number>()
  return rows.map((row) => personOf(row, employees, seen))
}

async function readEmployees({ db }: Context, entNo: string, rows: readonly ReadRow[]) {
  const told = (field: keyof Values) => rows.flatMap(({ values }) => (values as Values)[field] ?? [])
  const { rows: employees } = await sql<Employee>`select emp_no, emp_name, work_no, auth_tel from emp
    where ent_no = ${entNo} and stt = ${Status.enabled}
      and (auth_tel = any(${told('manTel')}) or work_no = any(${told('workNo')}))`.execute(db)
  return {
    byPhone: new Map(employees.map((one) => [one.authTel, one])),
    byWorkNo: new Map(employees.map((one) => [one.workNo, one])),
  }
}

function personOf(
  { rowNo, values, errs }: ReadRow,
  { byPhone, byWorkNo }: Awaited<ReturnType<typeof readEmployees>>,
  seen: Map<string, number>,
) {
  const { manName = '', workNo, manTel = '', manType = ManType.attendee, workUnit = null } = values as Values
  const employee = byPhone.get(manTel) ?? (workNo ? byWorkNo.get(workNo) : undefined)
  const key = employee?.empNo ?? manTel
  const earlier = seen.get(key)
  if (!earlier) seen.set(key, rowNo)
  const wrong =
    errs[0]?.msg ??
    (workNo && !employee ? `没有工号是${workNo}的员工` : undefined) ??
    (employee && manName && employee.empName !== manName ? `手机或工号是员工${employee.empName}的，姓名不同` : undefined) ??
    (!employee && (!manName || !manTel) ? '来宾要填姓名和手机' : undefined) ??
    (earlier ? `与第 ${earlier} 行是同一人` : null)
  return {
    rowNo,
    manName: employee?.empName ?? manName,
    empNo: employee?.empNo ?? null,
    manTel,
    workUnit,
    wrong,
    manType: employee || manType !== ManType.attendee ? manType : ManType.guest,
  }
}
