import { sql } from 'kysely'
import { idNo, mobile, Status } from '#contract/fields.ts'
import { toIdNo18 } from '#contract/idNumber.ts'
import { maskIdNo, maskPhone } from '#contract/masking.ts'
import type { Db } from '#server/database.ts'
import { createImport, previewImport } from '#server/importing.ts'
import { pageOf } from '#server/rows.ts'
import { matches } from '#server/search.ts'
import type { Secret } from '#server/secret.ts'
import { serve } from '#server/serve.ts'
import { emp } from './emp.contract.ts'
import { employeeImport } from './emp.import.ts'
import { sexOut } from '#server/sex.ts'

type Filter = { entNo: string; orgNo?: string | undefined; stt?: string | undefined; keyWord?: string | undefined }

const employees = (db: Db, secret: Secret, { entNo, orgNo, stt, keyWord }: Filter) =>
  db
    .selectFrom('emp as e')
    .leftJoin('orgemp as o', (on) =>
      on.onRef('o.entNo', '=', 'e.entNo').onRef('o.empNo', '=', 'e.empNo').on('o.mstFlag', '=', '1'),
    )
    .leftJoin('org', (on) => on.onRef('org.entNo', '=', 'o.entNo').onRef('org.orgNo', '=', 'o.orgNo'))
    .where('e.entNo', '=', entNo)
    .where('e.stt', stt ? '=' : '<>', stt ?? Status.deleted)
    .$if(!!orgNo, (list) =>
      list.where((is) =>
        is.exists(
          is
            .selectFrom('orgemp as m')
            .whereRef('m.entNo', '=', 'e.entNo')
            .whereRef('m.empNo', '=', 'e.empNo')
            .where('m.orgNo', 'in', withinDepartment(entNo, orgNo as string)),
        ),
      ),
    )
    .$if(!!keyWord, (list) => list.where(keyed(keyWord as string, secret)))
    .orderBy('e.empNo')

// The department and all below it.
const withinDepartment = (entNo: string, orgNo: string) => sql<string>`(
  with recursive within as (
    select org_no from org where ent_no = ${entNo} and org_no = ${orgNo} and stt <> ${Status.deleted}
    union select c.org_no from org c join within w on c.prt_no = w.org_no where c.ent_no = ${entNo} and c.stt <> ${Status.deleted}
  ) select org_no from within)`

// A whole phone or ID number is looked up as it is; anything else, also the last four digits, in the search text.
function keyed(keyWord: string, secret: Secret) {
  if (mobile.safeParse(keyWord).success) return sql<boolean>`e.auth_tel = ${keyWord}`
  if (idNo.safeParse(keyWord).success) return sql<boolean>`e.id_no_hash = ${secret.hash(toIdNo18(keyWord))}`
  return matches('e', keyWord)
}

export const empHandlers = serve(emp, {
  async getlist(filter, { db, services }) {
    const list = await employees(db, services.secret, filter)
      .select(['e.empNo', 'e.empName', 'e.sex', 'e.workNo', 'org.orgName', 'e.stt'])
      .execute()
    return list.map((row) => ({ ...row, sex: sexOut(row.sex) }))
  },

  async getpage({ pageIndex, pageSize, ...filter }, { db, services }) {
    const list = employees(db, services.secret, filter)
      .select(['e.empNo', 'e.entNo', 'e.empName', 'e.sex', 'e.workNo', 'org.orgNo', 'org.orgName', 'e.authTel', 'e.authFlag'])
      .select(['e.idNo', 'e.brth', 'e.rem', 'e.stt', 'e.updTm', 'e.ver'])
    const found = await pageOf(list, { pageIndex, pageSize })
    const datas = found.datas.map(({ idNo, authTel, authFlag, sex, ...row }) => ({
      ...row,
      sex: sexOut(sex),
      authTel: maskPhone(authTel),
      authFlag: authFlag === '1' ? ('1' as const) : ('0' as const),
      idNo: idNo && maskIdNo(services.secret.open(idNo)),
    }))
    return { ...found, datas }
  },

  importemp: (input, context) => previewImport(employeeImport, input, context),

  importempcreate: (input, context) => createImport(employeeImport, input, context),
})
