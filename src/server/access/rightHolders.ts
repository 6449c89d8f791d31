import { type RawBuilder, sql } from 'kysely'
import type { Right } from '#contract/access.ts'

/** Selects the employees of an enterprise who have a right by a role or an exception; what takes it away is seen in their rights. */
export function rightHolders(entNo: string, right: Right): RawBuilder<{ empNo: string }> {
  const [mdlCode, pwrNo] = right.split(':')
  const granted = sql`mdl_code = ${mdlCode} and pwr_no = ${pwrNo}`
  return sql<{ empNo: string }>`select emp_no from emprole where ent_no = ${entNo} and role_no in (
      select role_no from rolepwr where ent_no = ${entNo} and ${granted} union select role_no from pbcrolepwr where ${granted})
    union select emp_no from emppwr where ent_no = ${entNo} and ${granted} and add_del_flag = '1'`
}
