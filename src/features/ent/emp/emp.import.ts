import type * as z from 'zod'
import { idNo as anyIdNo, isDate, mobile, note, ownNo, personName } from '#contract/fields.ts'
import { birthOf, checkDigit, sexOf, toIdNo18 } from '#contract/idNumber.ts'
import type { ImportKind } from '#server/importing.ts'
import type { ReadRow } from '#server/importTable.ts'
import { sexIn } from '#server/sex.ts'
import { type Departments, readDepartments } from './emp.departments.ts'
import { addPeople, readPeople, updatePerson, type Values } from './emp.people.ts'

const orWrong = (fits: boolean, value: unknown, wrong: string) => (fits ? { value } : { wrong })

function readIdNo(text: string) {
  const written = text.replaceAll(' ', '')
  if (!anyIdNo.safeParse(written).success) return { wrong: '身份证号应为 18 位（或旧的 15 位）' }
  const idNo = toIdNo18(written)
  if (!isDate(birthOf(idNo))) return { wrong: `身份证号中的出生日期 ${birthOf(idNo)} 不存在` }
  return orWrong(checkDigit(idNo) === idNo[17], idNo, `身份证号校验位应为 ${checkDigit(idNo)}，可能有一位录错`)
}

function readDate(text: string) {
  const [, year = '', month = '', day = ''] = text.match(/^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?$/) ?? []
  const date = year + month.padStart(2, '0') + day.padStart(2, '0')
  return orWrong(isDate(date), date, '日期不存在，应如 1990-03-05')
}

const readAs = (field: z.ZodString, wrong: string) => (text: string) => {
  const { success, data } = field.safeParse(text)
  return orWrong(success, data, wrong)
}
const readPhone = readAs(mobile, '手机应为 1 开头的 11 位数字')
const readName = readAs(personName, '姓名只能有汉字、字母、· 和空格，最多 30 个字')
const readOwnNo = readAs(ownNo, '工号只能有字母、数字，最多 20 位')

/** The staff list of an enterprise: matched by ID number, then work number, then phone; an empty cell changes nothing (domain, 2.5). */
export const employeeImport: ImportKind = {
  kind: 'emp',
  columns: [
    { field: 'empName', title: '姓名', also: ['员工姓名', '教师姓名', '教职工姓名'], required: true, read: readName },
    {
      field: 'sex',
      title: '性别',
      required: true,
      read: (text) => orWrong(sexIn(text) !== undefined, sexIn(text), '性别应为男或女'),
    },
    {
      field: 'workNo',
      title: '工号',
      also: ['教工号', '员工工号'],
      read: readOwnNo,
    },
    { field: 'authTel', title: '手机', also: ['手机号', '手机号码', '联系电话', '认证手机'], required: true, read: readPhone },
    { field: 'idNo', title: '身份证号', also: ['身份证', '身份证号码', '证件号码'], read: readIdNo },
    { field: 'brth', title: '出生日期', also: ['出生年月日', '生日'], read: readDate },
    {
      field: 'orgName',
      title: '部门',
      also: ['所在部门', '主部门', '科室'],
      required: true,
      read: (text) => ({ value: text.split(/[、;；,，]/).map((name) => name.trim()) }),
    },
    { field: 'rem', title: '备注', read: (text) => orWrong(note(500).safeParse(text).success, text, '备注最多 500 个字') },
  ],

  async judge(rows, entNo, { db, services }) {
    const departments = await readDepartments(db, entNo)
    const people = await readPeople(db, rows, entNo, services.secret.hash)
    const seen = new Map<string, number>()
    const targets = new Map<string, number>()
    return rows.map((row) => {
      const values = valuesOf(row, departments)
      refuseRepeats(row, seen)
      const { target, clash } = people.find(values)
      row.errs.push(...clash)
      const earlier = target && targets.get(target.empNo)
      if (earlier && row.errs.length === 0) row.errs.push({ fld: 'empName', msg: `与第 ${earlier} 行是同一人` })
      if (row.errs.length > 0) return { row, act: 'skip' as const, chg: [], errs: row.errs }
      if (!target) return { row, act: 'add' as const, chg: [], errs: [] }
      targets.set(target.empNo, row.rowNo)
      const chg = people.differences(target, values)
      return { row, act: chg.length > 0 ? ('upd' as const) : ('same' as const), chg, errs: [], target: target.empNo }
    })
  },

  async write(judged, entNo, context) {
    const { db, services } = context
    const departments = await readDepartments(db, entNo)
    const toWrite = judged.map(({ row, act }) => ({ row, act, values: valuesOf(row, departments) }))
    const changed = toWrite.filter(({ act }) => act === 'upd')
    // Judging has locked them in this transaction: they are who they were.
    const people = await readPeople(
      db,
      changed.map(({ row }) => row),
      entNo,
      services.secret.hash,
    )
    for (const { values } of changed) await updatePerson(people, values, entNo, context)
    const added = toWrite.filter(({ act }) => act === 'add').map(({ values }) => values)
    await addPeople(added, entNo, context)
  },
}

/** A row's values, sex and birth date taken from the ID number; what disagrees with it is an error. */
function valuesOf({ values, errs }: ReadRow, departments: Departments): Values {
  const { empName, sex, workNo, authTel, idNo, brth, orgName, rem } = values as Record<string, string | undefined>
  const names = (orgName ?? []) as unknown as string[]
  const orgs = names.map((name) => departments.find(name))
  for (const found of orgs) if ('wrong' in found) errs.push({ fld: 'orgName', msg: found.wrong })
  if (idNo && sex && sexIn(sexOf(idNo)) !== sex) errs.push({ fld: 'sex', msg: '性别与身份证号不符' })
  if (idNo && brth && birthOf(idNo) !== brth) errs.push({ fld: 'brth', msg: '出生日期与身份证号不符' })
  const known = {
    empName: empName ?? '',
    authTel: authTel ?? '',
    orgs: orgs.flatMap((found) => ('orgNo' in found ? [found.orgNo] : [])),
  }
  const birth = brth ?? (idNo && birthOf(idNo))
  return {
    ...known,
    ...(sex && { sex }),
    ...(workNo && { workNo }),
    ...(idNo && { idNo }),
    ...(birth && { brth: birth }),
    ...(rem && { rem }),
  }
}

// Within one workbook a person stands once: the later row is refused and names the earlier one.
function refuseRepeats({ rowNo, values, errs }: ReadRow, seen: Map<string, number>) {
  for (const [field, label] of [
    ['idNo', '身份证号'],
    ['workNo', '工号'],
    ['authTel', '手机'],
  ] as const) {
    const value = values[field]
    if (!value) continue
    const earlier = seen.get(`${field} ${value}`)
    if (earlier) errs.push({ fld: field, msg: `${label}与第 ${earlier} 行相同` })
    else seen.set(`${field} ${value}`, rowNo)
  }
}
