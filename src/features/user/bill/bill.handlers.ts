import { sql } from 'kysely'
import { permits } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import type { Offered } from '#contract/form/values.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { readChoices } from '#domain/forms/formTemplates.ts'
import { pickRights } from '#domain/forms/picking/pickRights.ts'
import { applyScope, scopeOf, requireDescendants } from '#server/call/scope.ts'
import { matches } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { mainDepartmentOf } from '#domain/staff/staff.ts'
import { unitNameOf } from '#domain/students/students.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { userBill } from '#contract/shell/bill.contract.ts'

type Option = { val: string; name: string; des: string | null; items: Option[] }

const most = 50
const found = (keyWord: string | undefined, table: string) => (keyWord ? matches(table, keyWord) : sql`true`)

const lists = {
  emp: (entNo: string, keyWord: string | undefined) => sql<Option>`
    select e.emp_no as val, e.emp_name as name, ${mainDepartmentOf('orgName')} as des from emp e
    where e.ent_no = ${entNo} and e.stt = ${Status.enabled} and ${found(keyWord, 'e')} order by e.emp_no limit ${most}`,
  stu: (entNo: string, keyWord: string | undefined) => sql<Option>`
    select s.stu_no as val, s.stu_name as name, ${unitNameOf} as des from stu s
    where s.ent_no = ${entNo} and ${isOnRoll} and ${found(keyWord, 's')} order by s.stu_no limit ${most}`,
  unit: (entNo: string, keyWord: string | undefined) => sql<Option>`
    select u.unit_no as val, u.unit_name as name, p.unit_name as des
    from edcunit u join edcunit p on p.ent_no = u.ent_no and p.unit_no = u.prt_no
    where u.ent_no = ${entNo} and u.unit_type = ${unitTypes.class} and u.stt = ${Status.enabled} and u.wait_flag = '0'
      and position(${keyWord ?? ''} in u.unit_name) > 0 order by p.entr_year desc, u.show_ord, u.unit_no limit ${most}`,
  ptr: (entNo: string, keyWord: string | undefined) => sql<Option>`
    select p.ptr_no as val, p.ptr_name as name, (
      select string_agg(s.stu_name, '、' order by s.stu_no) from stuptr l join stu s using (ent_no, stu_no)
      where l.ent_no = p.ent_no and l.ptr_no = p.ptr_no and s.stt <> ${Status.deleted}) as des from ptr p
    where p.ent_no = ${entNo} and p.stt = ${Status.enabled} and ${found(keyWord, 'p')} order by p.ptr_no limit ${most}`,
}

export const userBillHandlers = serve(userBill, {
  async getdatalist({ entNo, src, typeCode, keyWord }, context) {
    const { db } = context
    if (src === 'info') {
      if (!typeCode) throw invalidField('typeCode', '信息字典不能为空')
      return ((await readChoices(db, entNo, [typeCode])).get(typeCode) ?? []).map(optionOf)
    }
    await reachAs(context, src, entNo)
    const { rows } = await lists[src](entNo, keyWord).execute(db)
    return rows.map((row) => ({ ...row, items: [] }))
  },
})

// Checks the right to what the call lists, having none of its own, and returns the reach of the roles behind that right.
async function reachAs({ me, services, db }: Context, src: keyof typeof pickRights, entNo: string) {
  const access = pickRights[src]
  if (!permits(me, access)) throw new Fault('forbidden')
  // Checks that another enterprise, which any role may have opened, is one that this right is held for.
  if (entNo !== me.entNo) await requireDescendants({ me, services }, { ...userBill.getdatalist, access }, [entNo])
  await applyScope(db, await scopeOf({ me, services }, { access }, entNo))
}

const optionOf = ({ val, name, items = [] }: Offered): Option => ({ val, name, des: null, items: items.map(optionOf) })
