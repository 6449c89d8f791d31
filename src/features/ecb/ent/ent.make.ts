import { sql } from 'kysely'
import type { Right } from '#contract/access.ts'
import { givenModules, modules } from '#contract/modules.ts'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import { enterpriseSearchWords } from '#server/reference/enterprise.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { isScoped, requireDelegable } from '#server/access/delegation.ts'
import { makeAccount, type NewAccount } from '#server/auth/newAccount.ts'
import { reserveNumbers } from '#server/database/number.ts'
import { unheldModules } from '#domain/enterprises/unheldModules.ts'
import { furnishEnterprise } from '#server/reference/load.ts'
import { requireRow } from '#server/database/rows.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { employeeTable } from '#features/ent/emp/emp.table.ts'
import type { Input } from '#server/call/serve.ts'
import { forEachEnterprise } from '#domain/enterprises/forEachEnterprise.ts'
import type { ent } from './ent.contract.ts'
import { enterpriseByNo } from './ent.list.ts'
import { checkIdentity, departmentNameOf } from './ent.rules.ts'
import { checkDepth, parentOf } from './ent.tree.ts'

type New = Input<typeof ent.create>

/** Makes an enterprise with what it starts with: its modules and public roles, a department, and the first administrator. */
export async function makeEnterprise(given: New, context: Context) {
  const { db, inOwnTransaction } = context
  const { entNo: _, user, mdlCodes, idntNo, ...facts } = given
  const unheld = await unheldModules(context)
  await mayGiveIdentity(context, idntNo, unheld)
  const admin = await administrator(user, context)
  const above = await parentOf(db, given.prtNo)
  await checkIdentity(db, above, given)
  checkDepth(above, 1)
  const wanted = mdlCodes && withGroups(mdlCodes)
  const [entNo = ''] = await inOwnTransaction((alone) => reserveNumbers(alone, 'ENT_NO', 1, `${idntNo.slice(0, 3)}0000000`))
  const [orgNo, empNo] = [await context.number('ORG_NO'), await context.number('EMP_NO')]
  await forEachEnterprise(context, [entNo], async () => {
    await db
      .insertInto('ent')
      .values({ ...facts, entNo, idntNo, ...enterpriseSearchWords({ ...facts, entNo }), showOrd: lastPlace(facts.prtNo) })
      .execute()
    await furnishEnterprise(db, entNo, idntNo, (code) => !unheld.has(code) && (!wanted || wanted.has(code)))
    await db
      .insertInto('org')
      .values({ entNo, orgNo, orgName: departmentNameOf(facts.entName), stt: Status.enabled })
      .execute()
    await employ(context, { entNo, empNo, orgNo, idntNo }, admin)
  })
  const { userNo, name, pwd } = admin.account
  return {
    enterprise: requireRow(await enterpriseByNo(db, entNo)),
    // Tells the login name of a new account alone.
    user: { userNo, name: pwd ? name : null, pwd },
  }
}

const lastPlace = (prtNo: string) => sql<number>`(select coalesce(max(show_ord), 0) + 10 from ent where prt_no = ${prtNo})`

// Adds what lies in a group.
const withGroups = (mdlCodes: readonly string[]) => new Set(mdlCodes.flatMap((code) => [code, ...groupsAbove(code)]))

// Refuses the identity of administrators who would reach further than the caller.
async function mayGiveIdentity(context: Context, idntNo: string, unheld: ReadonlySet<string>) {
  if (!['020', '040', '060'].includes(idntNo)) return
  const rows = await context.db
    .selectFrom('pbcrolepwr')
    .select(['mdlCode', 'pwrNo'])
    .where('roleNo', '=', `P${idntNo}ADMIN`)
    .execute()
  const rights = rows.map(({ mdlCode, pwrNo }): Right => `${mdlCode}:${pwrNo}`)
  const given = new Set(givenModules(idntNo).map(({ code }) => code))
  const opened = rights.filter((right) => {
    const [mdlCode = ''] = right.split(':')
    return given.has(mdlCode) && !unheld.has(mdlCode)
  })
  await requireDelegable(context, opened)
  if (isScoped(context, opened)) throw new Fault('beyondOwn', '你的角色限定了企业，不能新建能看到下级的企业')
}

type Administrator = { account: Omit<NewAccount, 'pwd'> & { pwd: string | null }; empName: string; authTel: string }

async function administrator({ userNo, nickName, authTel }: New['user'], context: Context): Promise<Administrator> {
  if (nickName && authTel) return { account: await makeAccount(nickName, authTel, context), empName: nickName, authTel }
  mayName(context, userNo ?? '')
  const known = await context.db
    .selectFrom('account')
    .select(['userNo', 'name', 'nickName', 'authTel'])
    .where('userNo', '=', userNo ?? '')
    .where('stt', '=', Status.enabled)
    .executeTakeFirst()
  if (!known) throw wrongUser('没有这个账号，或它已停用')
  if (!known.authTel) throw wrongUser('这个账号没有认证手机，请先补上，或另填管理员的姓名和手机')
  const { name, nickName: empName, authTel: phone } = known
  return { account: { userNo: known.userNo, name, pwd: null }, empName, authTel: phone }
}

// Refuses an account by its number to all but its owner and the platform: others' accounts are joined by their holder alone.
function mayName({ me, services }: Context, userNo: string) {
  if (me.entNo !== services.rootNo && userNo !== me.userNo) throw wrongUser('没有这个账号，或它已停用')
}

const wrongUser = (message: string) => invalidField('user', message)

type Place = { entNo: string; empNo: string; orgNo: string; idntNo: string }

// Employs the administrator like anybody else, with the public role of administrators.
async function employ({ db }: Context, { entNo, empNo, orgNo, idntNo }: Place, { account, empName, authTel }: Administrator) {
  const person = { entNo, empNo, idntNo, empName, sex: 'U', authTel, authFlag: '1' }
  await db
    .insertInto('emp')
    .values({ ...person, searchText: searchTextOf(employeeTable, { empNo, empName, workNo: null, authTel }) })
    .execute()
  await db.insertInto('orgemp').values({ entNo, orgNo, empNo, mstFlag: '1', leadFlag: '1' }).execute()
  await db.insertInto('identity').values({ userNo: account.userNo, idntNo, entNo, idntVal: empNo }).execute()
  await db
    .insertInto('emprole')
    .values({ entNo, empNo, roleNo: `P${idntNo.slice(0, 3)}ADMIN` })
    .execute()
}

/** Lists the groups that a built-in module lies in, of every level. */
function groupsAbove(code: string): string[] {
  const parent = modules.find((one) => one.code === code)?.parent
  return parent ? [parent, ...groupsAbove(parent)] : []
}
