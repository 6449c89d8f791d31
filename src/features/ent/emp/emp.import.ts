import { sql } from 'kysely'
import { note, Status } from '#contract/fields.ts'
import { birthOf, checkDigit, sexOf, toIdNo18 } from '#contract/idNumber.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database.ts'
import type { ImportKind, Judged, ReadRow } from '#server/importing.ts'
import { insertMany } from '#server/rows.ts'
import { searchText } from '#server/search.ts'
import { sexIn } from '#server/sex.ts'
import { type Departments, readDepartments } from './emp.departments.ts'

/** The values of a good row, as they are stored; what is absent stays as it is. */
type Values = {
  empName: string
  sex?: string
  idNo?: string
  brth?: string
  authTel: string
  workNo?: string
  orgs: string[]
  rem?: string
}

const orWrong = (fits: boolean, value: unknown, wrong: string) => (fits ? { value } : { wrong })

function readIdNo(text: string) {
  const idNo = toIdNo18(text.replaceAll(' ', ''))
  if (!/^\d{17}[\dX]$/.test(idNo)) return { wrong: '身份证号应为 18 位（或旧的 15 位）' }
  if (!isDate(birthOf(idNo))) return { wrong: `身份证号中的出生日期 ${birthOf(idNo)} 不存在` }
  return orWrong(checkDigit(idNo) === idNo[17], idNo, `身份证号校验位应为 ${checkDigit(idNo)}，可能有一位录错`)
}

function readDate(text: string) {
  const [, year = '', month = '', day = ''] = text.match(/^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?$/) ?? []
  const date = year + month.padStart(2, '0') + day.padStart(2, '0')
  return orWrong(isDate(date), date, '日期不存在，应如 1990-03-05')
}

function isDate(date: string): boolean {
  const parsed = new Date(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10).replaceAll('-', '') === date && date > '19000101'
}

const readPhone = (text: string) => {
  const phone = text.replace(/^\+?86(?=1\d{10}$)|[\s-]/g, '')
  return orWrong(/^1\d{10}$/.test(phone), phone, '手机应为 1 开头的 11 位数字')
}

const namePattern = /^[\p{Script=Han}A-Za-z·\s]{1,30}$/u
const readName = (text: string) => {
  const name = text.replaceAll('•', '·')
  return orWrong(namePattern.test(name), name, '姓名只能有汉字、字母、· 和空格，最多 30 个字')
}

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
      read: (text) => orWrong(/^[0-9A-Za-z_-]{1,20}$/.test(text), text, '工号只能有字母、数字，最多 20 位'),
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
    return rows.map((row) => {
      const values = valuesOf(row, departments)
      refuseRepeats(row, seen)
      const { target, clash } = people.find(values)
      row.errs.push(...clash)
      if (row.errs.length > 0) return { row, act: 'skip' as const, chg: [], errs: row.errs }
      if (!target) return { row, act: 'add' as const, chg: [], errs: [] }
      const chg = people.differences(target, values)
      return { row, act: chg.length > 0 ? ('upd' as const) : ('same' as const), chg, errs: [], target: target.empNo }
    })
  },

  async write(judged, entNo, context) {
    const departments = await readDepartments(context.db, entNo)
    const toWrite = judged.map((one) => ({ ...one, values: valuesOf(one.row, departments) }))
    await addPeople(
      toWrite.filter(({ act }) => act === 'add').map(({ values }) => values),
      entNo,
      context,
    )
    for (const { target, values, chg } of toWrite.filter(({ act }) => act === 'upd'))
      await updatePerson(target as string, values, chg, entNo, context)
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

type Person = {
  empNo: string
  empName: string
  sex: string
  idNoHash: string | null
  brth: string | null
  authTel: string
  workNo: string | null
  rem: string | null
  orgs: string[]
}

/** The employees that rows of this workbook may mean, and how a row is matched with them. */
async function readPeople(db: Db, rows: ReadRow[], entNo: string, hash: (idNo: string) => string) {
  const all = (field: string) => rows.flatMap(({ values }) => (values[field] ? [String(values[field])] : []))
  const { rows: people } = await sql<Person>`
    select e.emp_no, e.emp_name, e.sex, e.id_no_hash, e.brth, e.auth_tel, e.work_no, e.rem,
      array(select o.org_no from orgemp o where o.ent_no = e.ent_no and o.emp_no = e.emp_no order by o.mst_flag desc, o.org_no) as orgs
    from emp e where e.ent_no = ${entNo} and e.stt <> ${Status.deleted}
      and (e.id_no_hash = any(${all('idNo').map(hash)}) or e.work_no = any(${all('workNo')}) or e.auth_tel = any(${all('authTel')}))`.execute(
    db,
  )
  const by = (key: 'idNoHash' | 'workNo' | 'authTel') => new Map(people.map((person) => [person[key], person]))
  const [byIdNo, byWorkNo, byPhone] = [by('idNoHash'), by('workNo'), by('authTel')]
  return {
    find({ idNo, workNo, authTel, empName }: Values): { target?: Person | undefined; clash: Judged['errs'] } {
      const [sameIdNo, sameWorkNo, samePhone] = [
        idNo && byIdNo.get(hash(idNo)),
        workNo && byWorkNo.get(workNo),
        byPhone.get(authTel),
      ]
      const target = sameIdNo || sameWorkNo || (samePhone?.empName === empName ? samePhone : undefined) || undefined
      const clash: Judged['errs'] = []
      if (sameWorkNo && sameWorkNo !== target) clash.push({ fld: 'workNo', msg: `工号已被${sameWorkNo.empName}使用` })
      if (samePhone && samePhone !== target) clash.push({ fld: 'authTel', msg: `手机已被${samePhone.empName}使用` })
      return { target, clash }
    },
    differences(person: Person, { orgs, idNo, ...values }: Values): string[] {
      const plain = Object.entries(values).filter(([field, value]) => person[field as keyof Person] !== value)
      const moved = orgs[0] !== person.orgs[0] || orgs.some((orgNo) => !person.orgs.includes(orgNo))
      return [
        ...plain.map(([field]) => field),
        ...(idNo && hash(idNo) !== person.idNoHash ? ['idNo'] : []),
        ...(moved ? ['orgName'] : []),
      ]
    },
  }
}

async function addPeople(people: Values[], entNo: string, { db, numbers, services }: Context) {
  if (people.length === 0) return
  const empNos = await numbers('EMP_NO', people.length)
  const { idntNo } = await db.selectFrom('ent').select('idntNo').where('entNo', '=', entNo).executeTakeFirstOrThrow()
  const rows = people.map(({ orgs: _, idNo, ...values }, i) => {
    const empNo = empNos[i] as string
    const sealed = idNo
      ? { idNo: services.secret.seal(idNo), idNoHash: services.secret.hash(idNo) }
      : { idNo: null, idNoHash: null }
    const words = searchText(values.empName, [empNo, values.workNo], values.authTel)
    return {
      entNo,
      empNo,
      idntNo,
      workNo: null,
      brth: null,
      rem: null,
      ...values,
      ...sealed,
      authFlag: '0',
      stt: '1',
      searchText: words,
    }
  })
  await insertMany(db, 'emp', rows)
  const places = people.flatMap(({ orgs }, i) =>
    [...new Set(orgs)].map((orgNo, at) => ({
      entNo,
      orgNo,
      empNo: empNos[i] as string,
      mstFlag: at === 0 ? '1' : '0',
      leadFlag: '0',
      showOrd: 10,
    })),
  )
  await insertMany(db, 'orgemp', places)
}

async function updatePerson(empNo: string, values: Values, chg: string[], entNo: string, { db, services }: Context) {
  const { orgs, idNo, ...plain } = values
  const sealed = idNo && chg.includes('idNo') ? { idNo: services.secret.seal(idNo), idNoHash: services.secret.hash(idNo) } : {}
  const row = await db
    .updateTable('emp')
    .set({ ...plain, ...sealed })
    .where('entNo', '=', entNo)
    .where('empNo', '=', empNo)
    .returning(['empName', 'workNo', 'authTel'])
    .executeTakeFirstOrThrow()
  await db
    .updateTable('emp')
    .set({ searchText: searchText(row.empName, [empNo, row.workNo], row.authTel) })
    .where('entNo', '=', entNo)
    .where('empNo', '=', empNo)
    .execute()
  if (chg.includes('orgName')) await placePerson(db, entNo, empNo, orgs)
}

// The first department named becomes the main one in place of the old; others are joined, none is left.
async function placePerson(db: Db, entNo: string, empNo: string, orgs: string[]) {
  await sql`delete from orgemp where ent_no = ${entNo} and emp_no = ${empNo} and mst_flag = '1' and org_no <> ${orgs[0]}`.execute(
    db,
  )
  for (const [at, orgNo] of orgs.entries()) {
    const mstFlag = at === 0 ? '1' : '0'
    await sql`insert into orgemp (ent_no, org_no, emp_no, mst_flag) values (${entNo}, ${orgNo}, ${empNo}, ${mstFlag})
      on conflict (ent_no, org_no, emp_no) do update set mst_flag = greatest(orgemp.mst_flag, excluded.mst_flag)`.execute(db)
  }
}
