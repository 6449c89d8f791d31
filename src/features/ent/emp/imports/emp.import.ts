import { note, ownNo } from '#contract/fields.ts'
import { birthOf } from '#contract/values/idNumber.ts'
import type { Context } from '#server/call/context.ts'
import { offeredLabels } from '#server/database/dictionary.ts'
import type { ImportKind, Judged } from '#server/importing/importBatch.ts'
import { readAs, readDate, readIdNo, readLabel, readName, readNames, readPhone, readSex } from '#server/importing/importCells.ts'
import { areasOf, refuseContradictions, refuseRepeats } from '#server/importing/importFacts.ts'
import { errorOf, type ImportColumn, type ReadRow } from '#server/importing/importTable.ts'
import { emp } from '../emp.contract.ts'
import { readDepartments } from '../emp.departments.ts'
import { addPeople, updatePeople } from './emp.importing.ts'
import { readPeople, type Values } from '../emp.people.ts'
import { readRoles } from '../emp.roles.ts'

/**
 * The staff list of an enterprise: matched by ID number, then work number, then phone; an empty cell changes nothing
 * (docs/spec/imports.md#kinds).
 */
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

// Of these nobody has another's.
const unique = { idNo: '身份证号', workNo: '工号', authTel: '手机' }

function judge(rows: ReadRow[], people: Awaited<ReturnType<typeof readPeople>>): Judged[] {
  const seen = new Map<string, number>()
  const targets = new Map<string, number>()
  const areas = areasOf(rows)
  return rows.map((row): Judged => {
    refuseContradictions(row, areas)
    refuseRepeats(row, seen, unique)
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

/** A row's values; the birth date of an ID number is taken where none is given. */
function valuesOf({ values }: ReadRow): Values {
  const { orgName = [], roleName = [], ...known } = values as Partial<Values> & { orgName?: string[]; roleName?: string[] }
  const brth = known.brth ?? (known.idNo && birthOf(known.idNo))
  return { empName: '', authTel: '', ...known, ...(brth && { brth }), orgs: orgName, roles: roleName }
}
