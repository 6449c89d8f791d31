import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { mainDepartmentOf } from '#domain/staff/staff.ts'
import { readEnterpriseRoles } from '#server/access/enterpriseRoles.ts'
import { matches } from '#server/base/search.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn, withoutScope } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import type { flow } from './flow.contract.ts'

type Found = { no: string; name: string; des: string | null }

// Limits what is offered at once: whoever looks for others writes more of the name.
const most = 50

/** Finds whom or what a step can name, by names and departments alone: a flow may name anybody of the enterprise. */
export async function findNamed({ entNo, kind, keyWord }: Input<typeof flow.find>, context: Context): Promise<Found[]> {
  requireOwn(context, entNo)
  if (kind === 'role') return rolesNamed(context, entNo, keyWord)
  return withoutScope(context, async () => {
    const { rows } = await sql<Found>`select e.emp_no as no, e.emp_name as name, ${mainDepartmentOf('orgName')} as des from emp e
      where e.ent_no = ${entNo} and e.stt = ${Status.enabled} and ${keyWord ? matches('e', keyWord) : sql`true`}
      order by e.emp_no limit ${most}`.execute(context.db)
    return rows
  })
}

async function rolesNamed({ db }: Context, entNo: string, keyWord = ''): Promise<Found[]> {
  const roles = await readEnterpriseRoles(db, entNo)
  return roles
    .filter(({ stt, roleName }) => stt === Status.enabled && roleName.includes(keyWord))
    .map(({ roleNo, roleName }) => ({ no: roleNo, name: roleName, des: null }))
}
