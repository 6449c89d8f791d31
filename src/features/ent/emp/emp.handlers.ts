import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { createImport, previewImport } from '#server/importing/importService.ts'
import { Fault } from '#server/base/fault.ts'
import { limitLooks, recordLook } from '#server/history/history.ts'
import { photoZipOf } from '#domain/people/photoZip/photoZip.ts'
import { requireRow, pageOf, softDelete } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { sexOut } from '#contract/values/sex.ts'
import { mainDepartment, requireDepartment } from '#domain/staff/staff.ts'
import { treeOf } from '#server/database/tree.ts'
import { certifyEmployee, changeEmployeePhone } from './emp.account.ts'
import { emp } from './emp.contract.ts'
import { exportEmployees } from './export/emp.export.ts'
import { employeeImport } from './imports/emp.import.ts'
import {
  employeeExOut,
  employeeOrder,
  employeeOut,
  employees,
  employeeExColumns,
  employeeColumns,
  readEmployee,
} from './emp.list.ts'
import { submitEmployeePhoto } from './photos/emp.photo.ts'
import { employeePictures } from './photos/emp.pictures.ts'
import { createEmployee, setEmployeeState, updateEmployee, updateEmployees } from './emp.write.ts'
import { withListPhoto } from '#domain/people/listPhoto.ts'
import { registerSearch } from '#domain/search/searchKinds.ts'
import { employeeSearch } from './emp.search.ts'
import { nameBatches, registerImport } from '#server/importing/importKinds.ts'
import './emp.table.ts'

registerSearch(employeeSearch)
registerImport(employeeImport)
nameBatches('emppic', '员工照片')

export const empHandlers = serve(emp, {
  async getlist(filter, { db, services }) {
    await requireDepartment(db, filter)
    const list = await employees(db, services.secret, filter)
      .select(['e.empNo', 'e.empName', 'e.sex', 'e.workNo', mainDepartment('orgName'), 'e.stt'])
      .orderBy('e.empNo')
      .execute()
    return list.map((row) => ({ ...row, sex: sexOut(row.sex) }))
  },

  async getexlist(filter, { db, services: { secret } }) {
    await requireDepartment(db, filter)
    const list = await employees(db, secret, filter)
      .select(employeeColumns)
      .select(employeeExColumns)
      .orderBy('e.empNo')
      .execute()
    return list.map((row) => employeeExOut(row, secret))
  },

  async getpage({ pageIndex, pageSize, ...filter }, { db, services: { secret } }) {
    await requireDepartment(db, filter)
    const list = employees(db, secret, filter).select(employeeColumns).select('e.cardPht')
    const shown = await pageOf(list, employeeOrder, { pageIndex, pageSize })
    return { ...shown, datas: shown.datas.map((row) => withListPhoto(employeeOut(row), secret)) }
  },

  async getexpage({ pageIndex, pageSize, ...filter }, { db, services: { secret } }) {
    await requireDepartment(db, filter)
    const list = employees(db, secret, filter).select(employeeColumns).select(employeeExColumns)
    const shown = await pageOf(list, employeeOrder, { pageIndex, pageSize })
    return { ...shown, datas: shown.datas.map((row) => employeeExOut(row, secret)) }
  },

  getex: ({ entNo, empNo }, { db, services }) => readEmployee(db, services.secret, entNo, empNo),

  async getstatis(filter, { db, services }) {
    await requireDepartment(db, filter)
    const counted = <N extends string>(condition: ReturnType<typeof sql>, name: N) =>
      sql<number>`count(*) filter (where ${condition})::int`.as(name)
    return employees(db, services.secret, filter)
      .select([
        sql<number>`count(*)::int`.as('total'),
        counted(sql`e.stt = ${Status.enabled}`, 'onCnt'),
        counted(sql`e.stt = ${Status.disabled}`, 'offCnt'),
        counted(sql`e.sex = 'M'`, 'manCnt'),
        counted(sql`e.sex = 'F'`, 'womanCnt'),
        counted(sql`e.auth_flag = '1'`, 'authCnt'),
      ])
      .executeTakeFirstOrThrow()
  },

  async getorgtree({ entNo, stt }, { db }) {
    const [departments, people] = await Promise.all([
      db
        .selectFrom('org')
        .select(['orgNo', 'orgName', 'prtNo', 'helpCode'])
        .where('entNo', '=', entNo)
        .where('stt', '<>', Status.deleted)
        .orderBy('showOrd')
        .orderBy('orgNo')
        .execute(),
      db
        .selectFrom('orgemp as o')
        .innerJoin('emp as e', (on) => on.onRef('e.entNo', '=', 'o.entNo').onRef('e.empNo', '=', 'o.empNo'))
        .select(['o.orgNo', 'e.empNo', 'e.empName', 'e.workNo', 'e.stt'])
        .where('o.entNo', '=', entNo)
        .where('e.stt', stt ? '=' : '<>', stt ?? Status.deleted)
        .orderBy('o.showOrd')
        .orderBy('o.empNo')
        .execute(),
    ])
    const members = Map.groupBy(people, ({ orgNo }) => orgNo)
    const emps = (orgNo: string) => (members.get(orgNo) ?? []).map(({ orgNo: _, ...person }) => person)
    return treeOf(departments, 'orgNo', 'prtNo', (row) => ({ ...row, emps: emps(row.orgNo) }))
  },

  create: createEmployee,

  update: updateEmployee,

  updatemany: updateEmployees,

  delete({ entNo, empNo, ver }, { db, me }) {
    if (me.entNo === entNo && me.idntVal === empNo) throw new Fault('invalid', '不能删除自己')
    return softDelete(db, 'emp', { entNo, empNo }, ver)
  },

  enable: ({ entNo, datas }, context) => setEmployeeState(datas, Status.enabled, entNo, context),

  disable: ({ entNo, datas }, context) => setEmployeeState(datas, Status.disabled, entNo, context),

  auth: certifyEmployee,

  updatephone: changeEmployeePhone,

  async reveal({ entNo, empNo, field }, { db, me, services }) {
    await limitLooks(db, entNo, me.userNo)
    const row = await employees(db, services.secret, { entNo })
      .where('e.empNo', '=', empNo)
      .select(['e.authTel', 'e.idNo'])
      .executeTakeFirst()
    const { authTel, idNo } = requireRow(row)
    await recordLook(db, entNo, 'emp', { emp_no: empNo, field })
    return { value: field === 'authTel' ? authTel : idNo && services.secret.open(idNo) }
  },

  applyforempcardpht: ({ cardPht, ...input }, context) =>
    submitEmployeePhoto({ ...input, fileNo: cardPht, phtType: 'card', cnsntFlag: '0' }, context),

  applyforempfacepht: ({ facePht, ...input }, context) =>
    submitEmployeePhoto({ ...input, fileNo: facePht, phtType: 'face' }, context),

  export: exportEmployees,

  importemp: (input, context) => previewImport(employeeImport, input, context),

  importempcreate: (input, context) => createImport(employeeImport, input, context),

  ...photoZipOf(employeePictures),
})
