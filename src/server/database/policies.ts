import pg from 'pg'
import { rolesOf, type Way } from './ways.ts'

/** Begins the name of every policy that is made here. */
export const policyPrefix = 'as_'

const commands = ['select', 'insert', 'update', 'delete'] as const
type Command = (typeof commands)[number]
type Rules = Partial<Record<Command, string>>

// Stands bare, so that it meets the statement's own comparison and is asked once for a statement, not for every row.
const own = `ent_no = current_setting('app.ent_no', true)`
// Keeps what belongs to no enterprise under an empty number, which an empty setting must not open.
const ownKept = `ent_no = nullif(current_setting('app.ent_no', true), '')`
const subTree = `ent_no in (select t.ent_no from ent_tree t where t.anc_no = current_setting('app.root_no', true))`

// Tells in a query of its own, which is run once, whether departments or units are limited at all.
const isFree = (kind: 'orgs' | 'units') => `(select coalesce(current_setting('app.${kind}', true), '') = '')`
const among = (column: string, kind: 'orgs' | 'units' | 'branches') =>
  `${column} = any ((select string_to_array(current_setting('app.${kind}', true), ','))::text[])`
const linked = (table: string, to: string, columns: string, column = columns) =>
  `exists (select from ${to} l where l.ent_no = ${table}.ent_no and l.${columns} = ${table}.${column})`

const inOrgs = (condition: string) => `(${isFree('orgs')} or ${condition})`
const inUnits = (condition: string) => `(${isFree('units')} or ${condition})`
const everywhere = (condition: string): Rules => Object.fromEntries(commands.map((command) => [command, condition]))
// Whoever is made is not in any department, and has no link, yet: making is not asked.
const butMaking = (condition: string): Rules => ({ ...everywhere(condition), insert: 'true' })

const linkedPair = (side: 'one' | 'other') =>
  `exists (select from stu l where l.ent_no = chkpair.${side}_ent_no and l.stu_no = chkpair.${side}_no)`

const ofEmployee = (table: string) => everywhere(inOrgs(linked(table, 'emp', 'emp_no')))
const ofStudent = (table: string, column = 'stu_no') => everywhere(inUnits(linked(table, 'stu', 'stu_no', column)))
const ofPeople = (table: string) =>
  everywhere(
    `(emp_no is null or ${inOrgs(linked(table, 'emp', 'emp_no'))}) and (stu_no is null or ${inUnits(linked(table, 'stu', 'stu_no'))})`,
  )
const ofGuardian = (table: string) => inUnits(linked(table, 'stuptr', 'ptr_no'))

/** Maps tables that departments or units limit to what lies within reach; no condition for a command: all of the enterprise. */
const reach: Record<string, Rules> = {
  org: everywhere(inOrgs(`${among('org_no', 'orgs')} or ${among('prt_no', 'orgs')}`)),
  orgemp: everywhere(inOrgs(among('org_no', 'orgs'))),
  emp: butMaking(inOrgs(linked('emp', 'orgemp', 'emp_no'))),
  ...Object.fromEntries(
    ['empgrpmbr', 'emprole', 'emppwr', 'empdatapwr', 'empmsgpwr', 'emparch'].map((table) => [table, ofEmployee(table)]),
  ),
  // Holds photos of employees, of students and of guardians.
  phtapply: everywhere(
    `(emp_no is null or ${inOrgs(linked('phtapply', 'emp', 'emp_no'))}) and (stu_no is null or ${inUnits(linked('phtapply', 'stu', 'stu_no'))})
      and (ptr_no is null or ${ofGuardian('phtapply')})`,
  ),
  // Asks employees and pupils, and holds what they answered, and when they are on leave.
  ...Object.fromEntries(['hndto', 'ans', 'lve'].map((table) => [table, ofPeople(table)])),
  // Proposes changes of employees, of pupils and of their guardians; these are looked for among those of the pupil.
  prop: ofPeople('prop'),
  edcunit: { ...butMaking(inUnits(among('unit_no', 'units'))), select: inUnits(among('unit_no', 'branches')) },
  stu: everywhere(inUnits(among('unit_no', 'units'))),
  stu_cnt: everywhere(inUnits(among('unit_no', 'units'))),
  stu_day: everywhere(inUnits(among('unit_no', 'units'))),
  stu_alone: ofStudent('stu_alone'),
  ptr_alone: everywhere(ofGuardian('ptr_alone')),
  chkunit: everywhere(inUnits(among('unit_no', 'units'))),
  chkphone: ofStudent('chkphone'),
  chkpair: everywhere(inUnits(`${linkedPair('one')} and ${linkedPair('other')}`)),
  chktask: everywhere(inUnits(among('unit_no', 'units'))),
  stuptr: ofStudent('stuptr'),
  stuarch: ofStudent('stuarch'),
  ptr: butMaking(ofGuardian('ptr')),
  ptrarch: everywhere(ofGuardian('ptrarch')),
  // Merges and marks follow the student they are about; a year-end is the whole school's to write.
  stumerge: ofStudent('stumerge', 'kept_no'),
  stunotsame: ofStudent('stunotsame', 'one_no'),
  rollover: { insert: isFree('units'), update: isFree('units') },
}

const above = `(select ents_above())`
const ofOthers = `r.ent_no <> current_setting('app.ent_no', true)`
const isPublic = `pub_flag = '1' and stt in ('4', '7')`

/** Maps tables to the rows of other enterprises that anybody with an enterprise reads. */
const shared: Record<string, string> = {
  rescls: `stt = '1' and ent_no in ${above}`,
  res: `stt = '1' and (shr_stt = '2' and to_ent_no in ${above} or shr_stt in ('1', '3') and to_ent_no = current_setting('app.ent_no', true))`,
  // Shows of those that others share the newest version alone.
  resver: `exists (select from res r where r.ent_no = resver.ent_no and r.res_no = resver.res_no and r.ver_no = resver.ver_no and ${ofOthers})`,
  rescnt: `exists (select from res r where r.ent_no = rescnt.ent_no and r.res_no = rescnt.res_no and ${ofOthers})`,
}

/** Maps tables to the rows that everybody reads, strangers too. */
const open: Record<string, string> = {
  act: isPublic,
  actseat: `exists (select from act a where a.ent_no = actseat.ent_no and a.act_no = actseat.act_no and ${isPublic.replaceAll(/(pub_flag|stt)/g, 'a.$1')})`,
}

const isMine = (...columns: string[]) => columns.map((column) => `${column} = current_setting('app.user_no', true)`).join(' or ')
const readable: Rules = { select: 'true' }

/**
 * Maps tables that are read before an enterprise is known to what the way `account` may do with them, and the others with the rows
 * of their enterprise; a person's own rows lie in all enterprises that they are somebody in. The sub-tree is added to what is read.
 * The tree and the names are everybody's to read, since policies and messages stand on them, and follow from `ent`, whose triggers
 * alone write them.
 */
const ofAccounts: Record<string, { account: Rules; others: Rules }> = {
  identity: { account: readable, others: { ...everywhere(own), select: `${own} or ${isMine('user_no')}` } },
  session: {
    account: { select: 'true', update: 'true', delete: 'true' },
    others: { ...everywhere(`${own} or ${isMine('user_no', 'imit_user_no')}`), insert: own },
  },
  ticket: {
    account: { select: 'true', insert: 'true', delete: 'true' },
    others: { ...everywhere(`${own} or ${isMine('user_no', 'imit_user_no')}`), insert: own },
  },
  login_log: { account: { select: 'true', insert: 'true' }, others: { select: `${own} or ${isMine('user_no')}` } },
  op_ent: { account: readable, others: { select: `${own} or ${isMine('user_no')}`, insert: isMine('user_no') } },
  pwr_version: { account: readable, others: { select: ownKept } },
  ent_tree: { account: readable, others: readable },
  ent_name: { account: readable, others: readable },
}

// Lists what is kept and never taken back: nobody deletes it, and of the history nobody changes anything either.
const kept: Record<string, readonly Command[]> = { history: ['select', 'insert'], operation: ['select', 'insert', 'update'] }

const both = (...conditions: (string | undefined)[]) =>
  conditions
    .filter((condition) => condition && condition !== 'true')
    .map((condition) => `(${condition})`)
    .join(' and ') || 'true'
const either = (...conditions: (string | undefined)[]) => conditions.filter(Boolean).join(' or ')

/** Returns what a way of looking may do with the rows of a table; a command without a condition: nothing. */
function rulesOf(table: string, way: Way): Rules {
  const accounts = ofAccounts[table]
  if (accounts) {
    const { account, others } = accounts
    if (way === 'account') return account
    return way === 'below' && others.select !== 'true' ? { ...others, select: either(others.select, subTree) } : others
  }
  const allowed = kept[table]
  const read = [shared[table], open[table]]
  if (way === 'account') {
    if (allowed) return { insert: `ent_no = ''` }
    return open[table] ? { select: open[table] } : {}
  }
  const mine = allowed ? ownKept : own
  const within = way === 'whole' ? {} : (reach[table] ?? {})
  const rules: Rules = {
    select: either(both(either(mine, way === 'below' ? subTree : ''), within.select), ...read),
    insert: both(mine, within.insert),
    update: both(mine, within.update),
    delete: both(mine, within.delete),
  }
  return allowed ? Object.fromEntries(allowed.map((command) => [command, rules[command]])) : rules
}

// Writes one policy for each command, or one for all where they agree.
function policiesFor(table: string, way: Way, role: string): string[] {
  const rules = rulesOf(table, way)
  const on = `on ${pg.escapeIdentifier(table)}`
  const to = `to ${pg.escapeIdentifier(role)}`
  if (rules.select && commands.every((command) => rules[command] === rules.select))
    return [`create policy ${policyPrefix}${way} ${on} for all ${to} using (${rules.select}) with check (${rules.select})`]
  return commands.flatMap((command) => {
    const rule = rules[command]
    if (!rule) return []
    const using = command === 'insert' ? '' : `using (${rule})`
    const check = command === 'insert' || command === 'update' ? `with check (${rule})` : ''
    return [`create policy ${policyPrefix}${way}_${command} ${on} for ${command} ${to} ${using} ${check}`]
  })
}

/**
 * Returns the statements that lock one table: a policy for each way of looking and command, and one for its owner, who migrates,
 * fills, saves and restores and is bound by row-level security too where they are no superuser.
 */
export function lockStatements(table: string, owner: string, base: string): string[] {
  return [
    `create policy ${policyPrefix}owner on ${pg.escapeIdentifier(table)} for all to ${pg.escapeIdentifier(owner)} using (true) with check (true)`,
    ...Object.entries(rolesOf(base).ways).flatMap(([way, role]) => policiesFor(table, way as Way, role)),
  ]
}
