import type { Sight } from '#server/database/ways.ts'
import type { TestServer } from '../../support/harness.ts'
import { settingsOf } from '../../support/sights.ts'

type Policy = { table: string; policy: string; using: string | null; check: string | null }

/** Reads the row-level policies of the roles that serve calls, not those of the owner, nor those that let everything through by design. */
export async function policiesOf({ owner }: TestServer): Promise<Policy[]> {
  const { rows } = await owner.query(`select tablename as "table", policyname as policy, qual as "using", with_check as "check"
    from pg_policies where schemaname = 'public' and roles <> array[current_user]
      and 'true' <> any (array[coalesce(qual, with_check), coalesce(with_check, qual)]) order by 1, 2`)
  return rows
}

/** Names an enterprise, one beside it, and one above it, and its departments and units. */
export type Places = { mine: string; theirs: string; parent: string; orgs: string; units: string }

/** Maps tables whose rows stay as they are to what may be done with them. */
const kept: Record<string, { updates: boolean; deletes: boolean }> = {
  history: { updates: false, deletes: false },
  operation: { updates: true, deletes: false },
  login_log: { updates: false, deletes: false },
  op_ent: { updates: false, deletes: false },
  pwr_version: { updates: false, deletes: false },
}

/** Maps tables that are read before an enterprise is known to whether rows are made then, too. */
const beforehand: Record<string, { makes: boolean }> = {
  identity: { makes: false },
  session: { makes: false },
  ticket: { makes: true },
  login_log: { makes: true },
  op_ent: { makes: false },
  pwr_version: { makes: false },
}

/** Lists tables whose rows lie within a department’s reach. */
const inDepartments = new Set(['emp', 'org', 'orgemp', 'empgrpmbr', 'emprole', 'emppwr', 'empdatapwr', 'empmsgpwr', 'emparch'])

/** Lists tables whose rows lie within the reach of units. */
const inUnits = new Set([
  'stu',
  'edcunit',
  'ptr',
  'stuptr',
  'stuarch',
  'ptrarch',
  'chktask',
  'stu_cnt',
  'stu_day',
  'stu_alone',
  'ptr_alone',
  'chkunit',
  'chkphone',
  'chkpair',
  'stumerge',
  'stunotsame',
  // Holds photos of employees and of students.
  'phtapply',
])

/** Lists the faults in the locks of one table; empty where they hold. */
export async function lockFaults(
  server: TestServer,
  table: string,
  { mine, theirs, parent, orgs, units }: Places,
): Promise<string[]> {
  const wrong: string[] = []
  const check = (isRight: boolean, said: string) => isRight || wrong.push(`${table}：${said}`)
  const stored = async (entNo: string) =>
    (await server.owner.query(`select count(*)::int as n from ${table} where ent_no = $1`, [entNo])).rows[0].n as number
  const [own, foreign] = [await stored(mine), await stored(theirs)]
  if (own === 0 || foreign === 0) return [`${table}：没有可以检查的行`]

  const within = attemptsOn(server, table)
  const seen = async (sight: Sight, entNo: string) => {
    const { rows } = await within(sight, `select count(*)::int as n from ${table} where ent_no = '${entNo}'`)
    return rows?.[0]?.n
  }
  // Names no column that would be read: such statements are held by the lock on writing alone.
  const changed = async (sight: Sight) => (await within(sight, `update ${table} set ent_no = '${mine}'`)).rowCount
  const deleted = async (sight: Sight) => (await within(sight, `delete from ${table}`)).rowCount
  const isLocked = async (sight: Sight, statement: string) => (await within(sight, statement)).code === '42501'
  const inserted = (entNo: string) => `insert into ${table} (ent_no) values ('${entNo}')`
  const { updates, deletes } = kept[table] ?? { updates: true, deletes: true }

  const everything = { orgs, units, branches: units }
  const nothing = { orgs: '-', units: '-', branches: '-' }
  const isLimited = inDepartments.has(table) || inUnits.has(table)
  const sights = { 整体: {}, 范围: everything, 下级: { rootNo: mine } }
  for (const [way, rest] of Object.entries(sights)) {
    const sight = { entNo: mine, ...rest }
    const some = isLimited && way === '范围'
    const expects = (count: number | undefined) => (some ? (count ?? 0) > 0 && (count ?? 0) <= own : count === own)
    check(expects(await seen(sight, mine)), `${way}：看不到本单位的行`)
    check((await seen(sight, theirs)) === 0, `${way}：看到了别的企业的行`)
    check(await isLocked(sight, inserted(theirs)), `${way}：能写进别的企业`)
    if (updates) {
      const partly = table === 'rollover' && way === '范围'
      check(partly || expects(await changed(sight)), `${way}：改到了别的企业的行`)
      check(partly || (await isLocked(sight, `update ${table} set ent_no = '${theirs}'`)), `${way}：能把行移给别的企业`)
    } else check(await isLocked(sight, `update ${table} set ent_no = '${mine}'`), `${way}：能改`)
    if (deletes) check(expects(await deleted(sight)), `${way}：删到了别的企业的行`)
    else check(!(await deleted(sight)), `${way}：能删`)
  }
  for (const rest of [{}, { rootNo: mine }]) {
    const sight = { entNo: mine, ...nothing, ...rest }
    if (isLimited) {
      check((await seen(sight, mine)) === 0, '看到了范围之外的行')
      check((await changed(sight)) === 0, '改到了范围之外的行')
      check((await deleted(sight)) === 0, '删到了范围之外的行')
    }
    if (table === 'rollover') {
      check((await changed(sight)) === 0, '只管部分班级的人改到了升级')
      check(await isLocked(sight, inserted(mine)), '只管部分班级的人开始了升级')
    }
  }
  check((await seen({ entNo: parent, rootNo: parent }, mine)) === own, '上级看不到下级的行')
  check((await seen({ entNo: parent, rootNo: theirs }, mine)) === 0, '不是下级也看到了行')
  if (!beforehand[table]) check((await seen({}, mine)) === 0, '没有企业也看到了行')
  if (!beforehand[table]?.makes) check(await isLocked({}, inserted(mine)), '没有企业也写进了行')
  return wrong
}

type Outcome = { rows?: { n: number }[]; rowCount?: number; code?: string }

// Tries statements as the role that serves calls, and rolls back. Triggers and references are off, so that the locks alone decide.
function attemptsOn(server: TestServer, table: string) {
  return async (sight: Sight, statement: string): Promise<Outcome> => {
    const client = await server.owner.connect()
    try {
      await client.query(`begin; alter table ${table} disable trigger all; ${settingsOf(server, sight)}`)
      const { rows, rowCount } = await client.query(statement)
      return { rows, rowCount: rowCount ?? 0 }
    } catch (error) {
      return { code: (error as { code: string }).code }
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
}

/** Takes one policy out: it lets everything through. */
export async function takeOut({ owner }: TestServer, { table, policy, using, check }: Policy) {
  const open = [using !== null && 'using (true)', check !== null && 'with check (true)'].filter(Boolean).join(' ')
  await owner.query(`alter policy ${policy} on ${table} ${open}`)
  return async () => {
    const closed = [using !== null && `using (${using})`, check !== null && `with check (${check})`].filter(Boolean).join(' ')
    await owner.query(`alter policy ${policy} on ${table} ${closed}`)
  }
}
