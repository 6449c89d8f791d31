import { note, ownNo, personName } from '#contract/fields.ts'
import { birthOf, sexOf } from '#contract/idNumber.ts'
import type { Context } from '#server/context.ts'
import { offeredLabels } from '#server/dictionary.ts'
import { idRepairs } from '#server/idRepair.ts'
import type { ImportKind, Judged } from '#server/importBatch.ts'
import { readAs, readDate, readIdNo, readLabel, readNames, readPhone } from '#server/importCells.ts'
import { errorOf, type ImportColumn, type ReadRow } from '#server/importTable.ts'
import { sexIn } from '#server/sex.ts'
import { emp } from './emp.contract.ts'
import { readDepartments } from './emp.departments.ts'
import { addPeople, updatePeople } from './emp.importing.ts'
import { readPeople, type Values } from './emp.people.ts'
import { readRoles } from './emp.roles.ts'

/** The staff list of an enterprise: matched by ID number, then work number, then phone; an empty cell changes nothing (domain, 2.5). */
export const employeeImport: ImportKind = {
  kind: 'emp',
  title: '员工',
  access: emp.importemp.access,
  async open(entNo, context) {
    const read = (rows: ReadRow[]) => readPeople(context.db, rows, entNo, context.services.secret.hash)
    return {
      columns: await columnsOf(entNo, context),
      judge: async (rows) => judge(rows, await read(rows)),
      async write(judged, onWritten) {
        const of = (act: Judged['act']) => judged.filter((one) => one.act === act).map(({ row }) => row)
        const [added, changed] = [of('add'), of('upd')]
        // Judging has locked them in this transaction: they are who they were.
        await updatePeople(await read(changed), changed.map(valuesOf), entNo, context, onWritten)
        await addPeople(added.map(valuesOf), entNo, context, (count) => onWritten(changed.length + count))
      },
    }
  },
}

// Two characters are often spread to the width of three.
const joined = (text: string) => text.replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '')
const readName = (text: string) => readAs(personName, '姓名只能有汉字、字母、· 和空格，最多 30 个字')(joined(text))

const readSex = (text: string) => {
  const value = sexIn(text)
  if (value) return { value }
  const meant = ['男', '女'].filter((sex) => text.includes(sex))
  const sgst = meant.length === 1 ? meant.map((val) => ({ val, why: '写法相近' })) : []
  return { wrong: `性别应为男或女，不是“${text}”`, sgst }
}

async function columnsOf(entNo: string, context: Context): Promise<ImportColumn[]> {
  const { db } = context
  const [departments, roles, peoples, posts] = await Promise.all([
    readDepartments(db, entNo),
    readRoles(entNo, context),
    offeredLabels(db, entNo, 'NTNL'),
    offeredLabels(db, entNo, 'PSTN'),
  ])
  return [
    {
      field: 'empName',
      title: '姓名',
      also: ['员工姓名', '教师姓名', '教职工姓名'],
      required: true,
      example: '张三',
      read: readName,
    },
    { field: 'sex', title: '性别', required: true, example: '男', options: ['男', '女'], read: readSex },
    {
      field: 'workNo',
      title: '工号',
      also: ['教工号', '员工工号', '职工号'],
      example: '1001',
      hint: '字母和数字，最多 20 位',
      read: readAs(ownNo, '工号只能有字母、数字、- 和 _，最多 20 位'),
    },
    {
      field: 'authTel',
      title: '手机',
      also: ['手机号', '手机号码', '联系电话', '认证手机', '联系方式'],
      required: true,
      example: '13800000000',
      read: readPhone,
    },
    {
      field: 'idNo',
      title: '身份证号',
      also: ['身份证', '身份证号码', '证件号码', '证件号'],
      example: '110101199003074530',
      hint: '按文本填写，Excel 会把 18 位数字的后三位变成 0',
      read: readIdNo,
    },
    {
      field: 'brth',
      title: '出生日期',
      also: ['出生年月日', '生日'],
      example: '1990-03-07',
      hint: '有身份证号时可以不填',
      read: readDate,
    },
    { field: 'ntnl', title: '民族', example: '汉族', options: [...peoples.values()], read: readLabel('民族', peoples) },
    {
      field: 'orgName',
      title: '部门',
      also: ['所在部门', '所属部门', '主部门', '科室'],
      required: true,
      example: departments.names[0] ?? '教务处',
      options: departments.names,
      hint: '多个部门用顿号隔开，第一个是主部门；重名的写上级，如 总务处/食堂',
      read: readNames(departments.find),
    },
    {
      field: 'pstn',
      title: '岗位',
      also: ['职位', '岗位类别'],
      example: '教师',
      options: [...posts.values()],
      read: readLabel('岗位', posts),
    },
    {
      field: 'roleName',
      title: '角色',
      example: '',
      options: roles.names,
      hint: '多个角色用顿号隔开，需要分配角色的权限',
      read: readNames(roles.find),
    },
    { field: 'rem', title: '备注', example: '', read: readAs(note(500), '备注最多 500 个字') },
  ]
}

function judge(rows: ReadRow[], people: Awaited<ReturnType<typeof readPeople>>): Judged[] {
  const seen = new Map<string, number>()
  const targets = new Map<string, number>()
  const areas = areasOf(rows)
  return rows.map((row): Judged => {
    refuseContradictions(row, areas)
    refuseRepeats(row, seen)
    const values = valuesOf(row)
    const { target, clash } = people.find(values)
    row.errs.push(...clash)
    const earlier = target && targets.get(target.empNo)
    if (earlier && row.errs.length === 0) row.errs.push(errorOf('empName', `与第 ${earlier} 行是同一人`, { code: '同一人' }))
    if (row.errs.length > 0) return { row, act: 'skip', chg: [] }
    if (!target) return { row, act: 'add', chg: [] }
    targets.set(target.empNo, row.rowNo)
    const chg = people.differences(target, values)
    return { row, act: chg.length > 0 ? 'upd' : 'same', chg, target: target.empNo }
  })
}

// Most people of one school come from a few areas: a slip in the area shows by that.
function areasOf(rows: ReadRow[]) {
  const all = rows.flatMap(({ values, errs }) => (values.idNo && errs.length === 0 ? [String(values.idNo).slice(0, 6)] : []))
  const found = Map.groupBy(all, (area) => area)
  return new Set([...found].filter(([, { length }]) => length > 2).map(([area]) => area))
}

// What a row says of sex and birth must agree with its ID number; where the number is wrong they help to mend it.
function refuseContradictions({ values, texts, errs }: ReadRow, areas: Set<string>) {
  const { sex, brth, idNo } = values as Record<string, string | undefined>
  for (const error of errs)
    if (error.fld === 'idNo') error.sgst = idRepairs((texts.idNo ?? '').replace(/[\s-]/g, '').toUpperCase(), { brth, sex, areas })
  if (!idNo) return
  const [right, birth] = [sexOf(idNo) === 'M' ? '男' : '女', birthOf(idNo)]
  if (sex && sexIn(right) !== sex)
    errs.push(
      errorOf('sex', '性别与身份证号不符', {
        code: '与身份证号不符',
        sgst: [{ val: right, why: `身份证号第 17 位是${right}性` }],
      }),
    )
  if (brth && birth !== brth) {
    const val = `${birth.slice(0, 4)}-${birth.slice(4, 6)}-${birth.slice(6)}`
    errs.push(errorOf('brth', '出生日期与身份证号不符', { code: '与身份证号不符', sgst: [{ val, why: '身份证号里的出生日期' }] }))
  }
}

/** A row's values; the birth date of an ID number is taken where none is given. */
function valuesOf({ values }: ReadRow): Values {
  const { orgName = [], roleName = [], ...known } = values as Partial<Values> & { orgName?: string[]; roleName?: string[] }
  const brth = known.brth ?? (known.idNo && birthOf(known.idNo))
  return { empName: '', authTel: '', ...known, ...(brth && { brth }), orgs: orgName, roles: roleName }
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
    if (earlier) errs.push(errorOf(field, `${label}与第 ${earlier} 行相同`, { code: '重复' }))
    else seen.set(`${field} ${value}`, rowNo)
  }
}
