import { sql } from 'kysely'
import type { Right } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import { type EnterpriseRole, RoleType } from '#server/access/enterpriseRoles.ts'
import { Fault } from '#server/base/fault.ts'
import { isScoped, requireDelegable, mayReach } from '#server/access/delegation.ts'
import { modulesAt, rightsOn } from '#server/access/moduleTree.ts'
import { type Effect, rowsFromJson } from './undoPlan.ts'

type Row = { role_no: string; mdl_code: string; pwr_no: string; add_del_flag?: string; role_item?: string; stt?: string }

const rightOf = ({ mdl_code, pwr_no }: Row): Right => `${mdl_code}:${pwr_no}`

/** Describes an operation as far as its undo depends on it; `isSeveral`: it changed several enterprises. */
export type Doing = {
  call: Call
  userNo: string
  entNo: string
  isSeveral: boolean
  /** Tells that it stands among the operations of an enterprise above, whose people may undo it like their own. */
  isOfAbove: boolean
}

/** Returns why somebody may not undo an operation, whatever became of it since; undefined where they may try. */
export function keptFrom({ me, services }: Context, { call, userNo, entNo, isSeveral, isOfAbove }: Doing): string | undefined {
  const isFromAbove = call.place === 'given' || call.place === 'platform'
  if (isFromAbove && entNo === me.entNo && me.entNo !== services.rootNo) return '这是上级做的，只能由上级撤销'
  if (userNo === me.userNo) return undefined
  // Treats operations that need no right as personal.
  if ((entNo !== me.entNo && !isOfAbove) || typeof call.access === 'string') return '只能撤销自己做的'
  if (isSeveral) return '一次改了几个企业，只有做的人能撤销'
  return undefined
}

/** Refuses an undo that would grant rights again, unless the caller still holds them and still reaches as far. */
export async function mayGiveAgain(context: Context, call: Call, entNo: string, effects: readonly Effect[]) {
  const isLimited = context.me.rights.departmentsOf(call.access) ?? context.me.rights.enterprisesOf(call.access)
  if (isLimited && effects.some(({ table }) => ['empdatapwr', 'empmsgpwr'].includes(table.name)))
    throw new Fault('beyondOwn', '你只管部分范围，不能撤销对数据范围的改动')
  const exceptions = await exceptionsGiven(context, effects)
  const powers = rowsBack(effects, 'rolepwr', ({ act }) => act === 'delete')
  const changed = rowsBack(
    effects,
    'role',
    ({ act, changed: columns }) => act === 'update' && ['stt', 'role_item'].some((column) => columns.includes(column)),
  ).filter(({ stt }) => stt !== Status.deleted)
  const whole = [...rowsBack(effects, 'emprole', ({ act }) => act === 'delete'), ...changed].map(({ role_no }) => role_no)
  const roles = await rolesEver(context, entNo, [...new Set([...whole, ...powers.map(({ role_no }) => role_no)])])
  const given = roles.map((role) => {
    const restored = powers.filter(({ role_no }) => role_no === role.roleNo).map(rightOf)
    const roleItem = changed.find(({ role_no }) => role_no === role.roleNo)?.role_item ?? role.roleItem
    const rights = whole.includes(role.roleNo) ? [...new Set([...role.rights, ...restored])] : restored
    return { ...role, roleItem, rights }
  })
  await requireDelegable(context, [...new Set([...exceptions, ...given.flatMap(({ rights }) => rights)])])
  if (isScoped(context, exceptions)) throw new Fault('beyondOwn', '你只管部分部门，不能给个人增加权限')
  for (const role of given) mayReach(context, role)
}

// Returns the rows of a table as they will be again.
const rowsBack = (effects: readonly Effect[], name: string, comes: (effect: Effect) => boolean): Row[] =>
  effects.filter((effect) => effect.table.name === name && comes(effect)).map(({ back }) => JSON.parse(back))

// Returns the exceptions that an undo grants: added ones that come back, and denials that go.
async function exceptionsGiven({ db }: Context, effects: readonly Effect[]): Promise<Right[]> {
  const adding = rowsBack(effects, 'emppwr', ({ act }) => act !== 'insert').filter(({ add_del_flag }) => add_del_flag === '1')
  const made = effects.filter(({ table, act }) => table.name === 'emppwr' && act === 'insert')
  const [first] = made
  if (!first) return adding.map(rightOf)
  const { rows } = await sql<{ right: Right }>`
    select distinct x.mdl_code || ':' || x.pwr_no as right
    from emppwr x join ${rowsFromJson(
      first.table,
      made.map(({ key }) => key),
    )} k using (ent_no, emp_no, mdl_code, pwr_no) where x.add_del_flag = '2'`.execute(db)
  return [...adding.map(rightOf), ...rows.map(({ right }) => right)]
}

// Reads also deleted roles and those no longer given: what an undo restores below them may become active with them.
async function rolesEver({ db }: Context, entNo: string, roleNos: readonly string[]): Promise<EnterpriseRole[]> {
  if (roleNos.length === 0) return []
  const { rows } = await sql<EnterpriseRole>`
    select r.*, array(select mdl_code || ':' || pwr_no from rolepwr where ent_no = ${entNo} and role_no = r.role_no
      union select mdl_code || ':' || pwr_no from pbcrolepwr where role_no = r.role_no) as rights
    from (select role_no, role_name, role_item, stt, ${RoleType.own} as role_type from role where ent_no = ${entNo}
      union all select role_no, role_name, role_item, stt, ${RoleType.public} from pbcrole) r
    where r.role_no = any(${roleNos})`.execute(db)
  const possible = rightsOn(await modulesAt(db, entNo))
  return rows.map((role) => ({ ...role, rights: role.rights.filter((right) => possible.has(right)) }))
}
