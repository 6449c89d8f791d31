import { sql } from 'kysely'
import type * as z from 'zod'
import { type Action, actionNames, actions, type Right } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import type { Grants, HeldRole } from '#server/call/grants.ts'
import { rightsFrom } from '#server/call/rights.ts'
import type { ReasonStep as StepContract } from './reason.contract.ts'
import { placesOf, reachOf, type RecordTarget } from './reason.reach.ts'

type WhyStep = z.output<typeof StepContract>

export type AskedPerson = { empName: string; stt: string; account: string | null }

const namesOf = (roles: readonly HeldRole[]) => roles.map(({ roleName }) => `“${roleName}”`).join('、')
const brief = (roles: readonly HeldRole[]) => roles.map(({ roleNo, roleName }) => ({ roleNo, roleName }))
const step = (kind: WhyStep['kind'], isOk: boolean, text: string, roles: readonly HeldRole[] = []): WhyStep => ({
  kind,
  okFlag: isOk ? '1' : '0',
  text,
  roles: brief(roles),
})

/** Returns the name of an action of a module: 员工管理·删除. */
export async function actionTitle(db: Db, entNo: string, right: Right): Promise<string> {
  const [mdlCode = '', pwrNo = ''] = right.split(':')
  const { rows } = await sql<{ name: string }>`select coalesce(e.mdl_name, m.mdl_name) as name from mdl m
    left join entmdl e on e.ent_no = ${entNo} and e.mdl_code = m.mdl_code where m.mdl_code = ${mdlCode}`.execute(db)
  const action = Object.entries(actions).find(([, code]) => code === pwrNo)?.[0] as Action | undefined
  return `${rows[0]?.name ?? mdlCode}·${action ? actionNames[action] : pwrNo}`
}

function accountStep({ empName, stt, account }: AskedPerson): WhyStep {
  if (stt !== Status.enabled) return step('account', false, `${empName}已停用，不能登录`)
  return step('account', account !== null, account ? `登录账号 ${account}` : `${empName}还没有登录账号，不能登录`)
}

function moduleStep({ given }: Grants, right: Right, name: string): WhyStep {
  const [mdlCode, pwrNo = ''] = right.split(':')
  const isGiven = given.some((one) => one.mdlCode === mdlCode && one.func.split(',').includes(pwrNo))
  return step('module', isGiven, isGiven ? `本单位已开通“${name}”` : `本单位没有开通“${name}”`)
}

/** Lists the steps to one right: account, what the enterprise has, roles, exception, and the record where one is asked for. */
export async function stepsTo(
  db: Db,
  entNo: string,
  person: AskedPerson,
  { grants, right, target }: { grants: Grants; right: Right; target?: RecordTarget | undefined },
) {
  const granting = grants.roles.filter(({ rights }) => rights.includes(right))
  const exception = grants.exceptions.find((one) => one.right === right)?.addDelFlag
  const steps = [accountStep(person), moduleStep(grants, right, await actionTitle(db, entNo, right))]
  if (granting.length > 0) steps.push(step('role', true, `来自角色${namesOf(granting)}`, granting))
  else if (exception !== '1')
    steps.push(
      step('role', false, grants.roles.length > 0 ? `角色${namesOf(grants.roles)}都没有这项操作` : '没有任何角色', grants.roles),
    )
  if (exception === '1') steps.push(step('exception', true, '个人权限调整增加了这一项'))
  if (exception === '2') steps.push(step('exception', false, '个人权限调整去除了这一项，优先于所有角色'))
  if (target) steps.push(await reachStep(db, entNo, { grants, right, target, granting }))
  return steps
}

async function reachStep(
  db: Db,
  entNo: string,
  { grants, right, target, granting }: { grants: Grants; right: Right; target: RecordTarget; granting: readonly HeldRole[] },
) {
  const found = reachOf(rightsFrom(grants), right, target.recType, await placesOf(db, entNo, target))
  const name = `“${target.recName}”`
  if (found === 'whole') return step('reach', true, `${name}在范围内：角色没有限定范围`, granting)
  if (found.length === 0) return step('reach', false, `${name}不在数据权限的范围内`, granting)
  return step('reach', true, `${name}在数据权限的范围内：${found.map((one) => one.name).join('、')}`, granting)
}

/** Sums up the steps in one sentence. */
export function sentenceOf({ empName }: AskedPerson, what: string, steps: readonly WhyStep[]): string {
  const stopped = steps.find(({ okFlag }) => okFlag === '0')
  if (stopped) return `${empName}不能使用“${what}”：${stopped.text}。`
  const from = steps.filter(({ kind }) => kind === 'role' || kind === 'exception' || kind === 'reach').map(({ text }) => text)
  return `${empName}可以使用“${what}”：${from.join('，')}。`
}
