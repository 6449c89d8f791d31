import type pg from 'pg'
import type { TestServer } from '../../support/harness.ts'

type Policy = { table: string; policy: string; using: string | null; check: string | null }

/** Reads every row-level policy of the database. */
export async function policiesOf({ owner }: TestServer): Promise<Policy[]> {
  const { rows } = await owner.query(`select tablename as "table", policyname as policy, qual as "using", with_check as "check"
    from pg_policies where schemaname = 'public' order by 1, 2`)
  return rows
}

/** Lists the faults in the locks of one table; empty where they hold. */
export async function lockFaults(server: TestServer, table: string, at: Places): Promise<string[]> {
  const wrong: string[] = []
  const check = (isRight: boolean, said: string) => isRight || wrong.push(`${table}：${said}`)
  const { mine, theirs, parent } = at
  const stored = async (entNo: string) =>
    (await server.owner.query(`select count(*)::int as n from ${table} where ent_no = $1`, [entNo])).rows[0].n as number
  const [own, foreign] = [await stored(mine), await stored(theirs)]
  if (own === 0 || foreign === 0) return [`${table}：没有可以检查的行`]
  const seen = (locals: Locals, entNo: string) =>
    within(
      server,
      locals,
      async (client) => (await client.query(`select count(*)::int as n from ${table} where ent_no = $1`, [entNo])).rows[0].n,
    )
  check((await seen({ ent_no: mine }, mine)) === own, '看不到本企业的行')
  check((await seen({ ent_no: mine }, theirs)) === 0, '看到了别的企业的行')
  check((await seen({}, mine)) === 0, '没有企业也看到了行')
  if (table !== 'history') {
    check((await seen({ root_no: parent }, mine)) === own, '上级看不到下级的行')
    check((await seen({ root_no: theirs }, mine)) === 0, '不是下级也看到了行')
  }
  const moved = (sql: string, locals: Locals) =>
    within(server, locals, async (client) => (await client.query(sql, [theirs])).rowCount ?? 0).catch(() => 0)
  if (table !== 'history') {
    check((await moved(`update ${table} set ent_no = ent_no where ent_no = $1`, { ent_no: mine })) === 0, '改到了别的企业的行')
    const over = within(server, { ent_no: mine }, (client) =>
      client.query(`update ${table} set ent_no = $1 where ent_no = $2`, [theirs, mine]),
    )
    check(await isLocked(over), '能把行移给别的企业')
  } else {
    const written = within(server, { ent_no: mine }, (client) =>
      client.query(`insert into history (ent_no, op, tbl, key, act) values ($1, gen_random_uuid(), 'x', '{}', 'read')`, [theirs]),
    )
    check(await isLocked(written), '能写进别的企业的记录')
    check((await blanked(server, mine)) === own, '清空了别的企业的记录')
  }
  // Selects a column: statements that read none are held by no lock on reading.
  const holds = async (none: Locals, some: Locals, what: string) => {
    check((await seen({ ent_no: mine, ...none }, mine)) === 0, `没有${what}也看到了行`)
    check((await seen({ ent_no: mine, ...some }, mine)) > 0, `看不到自己${what}的行`)
    const gone = await touched(server, { ent_no: mine, ...none }, `update ${table} set ent_no = '${mine}'`)
    check(gone === 0, '改到了范围之外的行')
    check((await touched(server, { ent_no: mine, ...none }, `delete from ${table}`)) === 0, '删到了范围之外的行')
  }
  if (reached.has(table)) await holds({ orgs: '-' }, { orgs: at.orgs }, '部门')
  if (inUnits[table]) await holds({ units: '-', branches: '-' }, { units: at.units, branches: at.units }, '单元')
  if (table === 'operation') {
    const kept = within(server, { ent_no: mine }, (client) =>
      client.query(`insert into operation (ent_no, op, user_no, call) values ($1, gen_random_uuid(), 'X', 'X')`, [theirs]),
    )
    check(await isLocked(kept), '能写进别的企业的操作')
    const back = await touched(server, { ent_no: mine }, 'update operation set back_op = gen_random_uuid()')
    check(back === own, '把别的企业的操作记成了已撤销')
  }
  if (table === 'rollover') {
    const gone = await touched(server, { ent_no: mine, units: at.units }, `update rollover set ent_no = '${mine}'`)
    check(gone === 0, '只管部分班级的人改到了结转')
    const begun = within(server, { ent_no: mine, units: at.units }, (client) =>
      client.query(`insert into rollover (ent_no, roll_no, sch_year, user_no) values ($1, 'X', 2026, 'X')`, [mine]),
    )
    check(await isLocked(begun), '只管部分班级的人开始了结转')
  }
  // Checks that a caller without reach to people or children sees none.
  if (table === 'phtapply') await holds({ orgs: '-', units: '-' }, { orgs: at.orgs, units: at.units }, '人员')
  return wrong
}

/** Lists tables whose rows lie within a department’s reach. */
const reached = new Set(['emp', 'org', 'orgemp', 'empgrpmbr', 'emprole', 'emppwr', 'empdatapwr', 'empmsgpwr', 'emparch'])

/** Maps tables whose rows lie within the reach of units to the setting under which they are read. */
const inUnits: Record<string, 'units' | 'branches'> = {
  stu: 'units',
  edcunit: 'branches',
  ptr: 'units',
  stuptr: 'units',
  stuarch: 'units',
  ptrarch: 'units',
  chktask: 'units',
  stu_cnt: 'units',
  stumerge: 'units',
  stunotsame: 'units',
}

export type Places = { mine: string; theirs: string; parent: string; orgs: string; units: string }
type Locals = Partial<Record<'ent_no' | 'root_no' | 'orgs' | 'units' | 'branches', string>>

// Works as the role that serves calls, and rolls back.
async function within<T>(server: TestServer, locals: Locals, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await server.services.database.pool.connect()
  try {
    await client.query('begin')
    for (const [name, value] of Object.entries(locals))
      await client.query(`select set_config($1, $2, true)`, [`app.${name}`, value])
    return await work(client)
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

// Empties the history by a function that works as the owner of the database, who need not be beyond all locks.
async function blanked({ owner }: TestServer, entNo: string): Promise<number | null> {
  const client = await owner.connect()
  try {
    await client.query(`begin; create role blanking; grant update on history to blanking; set local role blanking`)
    await client.query(`select set_config('app.ent_no', $1, true)`, [entNo])
    return (await client.query('update history set before = null')).rowCount
  } finally {
    await client.query('rollback')
    client.release()
  }
}

// Counts a row that its references keep as reached all the same.
const touched = (server: TestServer, locals: Locals, sql: string) =>
  within(server, locals, async (client) => (await client.query(sql)).rowCount).catch(() => -1)

// Tells whether the lock itself refused it, not a key that happens to be taken.
const isLocked = (work: Promise<unknown>) =>
  work.then(
    () => false,
    (error: { code?: string }) => error.code === '42501',
  )

/** Takes one policy out: it lets everything through. */
export async function takeOut({ owner }: TestServer, { table, policy, using, check }: Policy) {
  const open = [using !== null && 'using (true)', check !== null && 'with check (true)'].filter(Boolean).join(' ')
  await owner.query(`alter policy ${policy} on ${table} ${open}`)
  return async () => {
    const closed = [using !== null && `using (${using})`, check !== null && `with check (${check})`].filter(Boolean).join(' ')
    await owner.query(`alter policy ${policy} on ${table} ${closed}`)
  }
}
