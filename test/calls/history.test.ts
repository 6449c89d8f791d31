import fc from 'fast-check'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { newOperation } from '#server/base/operationNumber.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { around } from '#server/history/nearOperation.ts'
import { makePupilSchool } from '../support/pupilSchool.ts'
import { asOwner, makeSchool, type School, startServer, type TestServer } from '../support/harness.ts'

// Tells whether the whole runs, as by `npm run proof`.
const isWhole = Boolean(process.env.WHOLE)
const runs = isWhole ? 60 : 6
const longest = isWhole ? 40 : 24

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

type Sql = RawBuilder<unknown>
type Numbers = { entNo: string; orgNo: string; from: number; to: number; word: string }

const groups = ({ entNo, from, to, word }: Numbers) =>
  sql`insert into empgrp (ent_no, grp_no, grp_name, grp_type, des, search_text)
    select ${entNo}, 'G' || i, '组' || i, '1', ${word}, ${word} || i from generate_series(${from}::int, ${to}::int) i`
const among = ({ from, to }: Numbers, column: string, letter: string) =>
  sql`${sql.ref(column)} in (select ${letter} || i from generate_series(${from}::int, ${to}::int) i)`
const employees = ({ entNo, from, to, word }: Numbers) =>
  sql`insert into emp (ent_no, emp_no, idnt_no, emp_name, sex, auth_tel, search_text)
    select ${entNo}, 'E' || i, '030', ${word}, 'F', '138' || lpad(i::text, 8, '0'), ${word} from generate_series(${from}::int, ${to}::int) i`

/** Lists statements that change rows: some, many or none, of one table or of several. */
const statements: ((numbers: Numbers) => Sql)[] = [
  (n) => sql`${groups(n)} on conflict do nothing`,
  (n) => sql`${groups(n)} on conflict (ent_no, grp_no) do update set des = excluded.des || '上', stt = '1'`,
  (n) => sql`update empgrp set des = ${n.word} where ent_no = ${n.entNo} and ${among(n, 'grp_no', 'G')}`,
  (n) => sql`update empgrp set stt = '0', des = null where ent_no = ${n.entNo} and ${among(n, 'grp_no', 'G')}`,
  (n) => sql`update empgrp set des = ${n.word} where ent_no = ${n.entNo} and grp_no = 'nobody'`,
  (n) => sql`delete from empgrp g where ent_no = ${n.entNo} and ${among(n, 'grp_no', 'G')}
    and not exists (select from empgrpmbr m where m.ent_no = g.ent_no and m.grp_no = g.grp_no)`,
  (n) => sql`${employees(n)} on conflict do nothing`,
  (n) => sql`with made as (${employees(n)} on conflict do nothing returning ent_no, emp_no)
    insert into orgemp (ent_no, org_no, emp_no) select ent_no, ${n.orgNo}, emp_no from made`,
  (n) => sql`update emp set rem = ${n.word}, search_text = ${n.word} where ent_no = ${n.entNo} and ${among(n, 'emp_no', 'E')}`,
  (n) =>
    sql`update emp set stt = case stt when '1' then '2' else '1' end where ent_no = ${n.entNo} and ${among(n, 'emp_no', 'E')}`,
  (
    n,
  ) => sql`with named as (update emp set emp_name = ${n.word} where ent_no = ${n.entNo} and ${among(n, 'emp_no', 'E')} returning emp_no)
    update orgemp o set show_ord = show_ord + 1 from named where o.ent_no = ${n.entNo} and o.emp_no = named.emp_no`,
  (
    n,
  ) => sql`insert into empgrpmbr (ent_no, grp_no, emp_no) select g.ent_no, g.grp_no, e.emp_no from empgrp g join emp e using (ent_no)
    where g.ent_no = ${n.entNo} and ${among(n, 'g.grp_no', 'G')} on conflict do nothing`,
  (n) => sql`delete from empgrpmbr where ent_no = ${n.entNo} and ${among(n, 'emp_no', 'E')}`,
  (n) => sql`merge into orgemp o using (select ent_no, emp_no, row_number() over (order by emp_no) as i from emp
      where ent_no = ${n.entNo} and ${among(n, 'emp_no', 'E')}) e
    on o.ent_no = e.ent_no and o.emp_no = e.emp_no and o.org_no = ${n.orgNo} and o.ent_no = ${n.entNo}
    when matched and i % 2 = 0 then update set show_ord = o.show_ord + 10
    when matched then delete
    when not matched then insert (ent_no, org_no, emp_no) values (e.ent_no, ${n.orgNo}, e.emp_no)`,
  (n) => sql`insert into org (ent_no, org_no, org_name, prt_no)
    select ${n.entNo}, 'O' || i, '部门' || i, ${n.orgNo} from generate_series(${n.from}::int, ${n.to}::int) i on conflict do nothing`,
  (n) =>
    sql`update org set prt_no = case when prt_no is null then ${n.orgNo} end where ent_no = ${n.entNo} and ${among(n, 'org_no', 'O')}`,
  // Refused by a constraint: nothing of it is kept.
  (n) => sql`update empgrp set stt = case grp_no when ${`G${n.to}`} then 'x' else '2' end where ent_no = ${n.entNo}`,
]

const tables = ['org', 'emp', 'orgemp', 'empgrp', 'empgrpmbr']

type State = Record<string, string[]>

async function stateNow(db: Db, entNo: string): Promise<State> {
  const read = async (table: string) => {
    const { rows } = await sql<{ row: string }>`select (to_jsonb(t) - 'search')::text as row from ${sql.table(table)} t
      where ent_no = ${entNo} order by 1`.execute(db)
    return [table, rows.map(({ row }) => row)] as const
  }
  return Object.fromEntries(await Promise.all(tables.map(read)))
}

/** Rebuilds what the tables held: each row from the first change after the moment, else the row as it is. */
async function stateFrom(db: Db, entNo: string, after: Sql): Promise<State> {
  const read = async (table: string) => {
    const { rows } = await sql<{ row: string }>`
      with later as (
        select distinct on (key) key, before from history
        where ent_no = ${entNo} and tbl = ${table} and act <> 'read' and ${after} order by key, id
      )
      select (row - 'search')::text as row from (
        select before as row from later where before is not null
        union all select to_jsonb(t) from ${sql.table(table)} t where ent_no = ${entNo}
          and not exists (select from later where to_jsonb(t) @> key)
      ) r order by 1`.execute(db)
    return [table, rows.map(({ row }) => row)] as const
  }
  return Object.fromEntries(await Promise.all(tables.map(read)))
}

type Moment = { id: number; at: string; state: State }

async function momentOf(db: Db, entNo: string): Promise<Moment> {
  const { rows } = await sql<{ id: number; at: string }>`select coalesce(max(id), 0) as id, clock_timestamp()::text as at
    from history where ent_no = ${entNo}`.execute(db)
  return { ...(rows[0] as { id: number; at: string }), state: await stateNow(db, entNo) }
}

const localsOf = ({ entNo, admin }: School, op = newOperation()) => ({ entNo, userNo: admin.userNo, call: '/test/history', op })

/** Runs one statement of a transaction; what the database refuses is taken back alone. */
async function attempt(db: Db, statement: Sql) {
  await sql.raw('savepoint here').execute(db)
  await statement.execute(db).catch(() => sql.raw('rollback to savepoint here').execute(db))
}

/** Draws transactions: each of one to three statements (an index), with a range of numbers and a word. */
const drawn = fc.array(
  fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 9 }), fc.nat({ max: 3 }), fc.nat({ max: 9 })), {
    minLength: 1,
    maxLength: 3,
  }),
  { minLength: 6, maxLength: longest },
)

test(`in ${runs} schools the state of any moment is rebuilt from history`, { timeout: 1_800_000 }, async () => {
  let moments = 0
  const one = fc.asyncProperty(drawn, async (transactions) => {
    const school = await makeSchool(server)
    const { entNo, orgNo } = school
    const { pool } = server.services.database
    const past: Moment[] = []
    for (const steps of transactions) {
      await transaction(pool, localsOf(school), async (db) => {
        for (const [which, from, more, word] of steps) {
          const statement = statements[which % statements.length] as (numbers: Numbers) => Sql
          await attempt(db, statement({ entNo, orgNo, from, to: from + more, word: `词${word}` }))
          past.push(await momentOf(db, entNo))
        }
      })
    }
    moments += past.length
    await transaction(pool, { entNo }, async (db) => {
      for (const { id, at, state } of past) {
        expect(await stateFrom(db, entNo, sql`id > ${id}`)).toEqual(state)
        expect(await stateFrom(db, entNo, sql`at > ${at}::timestamptz`)).toEqual(state)
      }
      // Expects what a row was before a change to be what the change before it left.
      const { rows } = await sql<{ wrong: number }>`select count(*)::int as wrong from (
          select act, lag(act) over w as last, before, key from history where ent_no = ${entNo} and tbl = any(${tables})
          window w as (partition by tbl, key order by id)) h
        where (act = 'insert') <> (before is null) or (act = 'insert') <> (coalesce(last, 'delete') = 'delete')
          or before is not null and not before @> key`.execute(db)
      expect(rows[0]?.wrong).toBe(0)
    })
  })
  await fc.assert(one, { numRuns: runs, endOnFailure: true })
  expect(moments).toBeGreaterThan(runs * 6)
})

const keptOf = async (op: string) =>
  (
    await server.owner.query(
      'select tbl, key, act, before, ent_no, user_no, imit_user_no, call, reason from history where op = $1 order by id',
      [op],
    )
  ).rows

test('every changed row is kept once, with who changed it, by which call, as whom and why, and the operation is listed once', async () => {
  const school = await makeSchool(server)
  const { entNo, admin } = school
  const locals = { ...localsOf(school), imitUserNo: admin.userNo }
  const numbers = { entNo, orgNo: school.orgNo, from: 1, to: 3, word: '甲' }
  await transaction(server.services.database.pool, locals, async (db) => {
    await groups(numbers).execute(db)
    await sql`select set_config('app.reason', '缘由', true)`.execute(db)
    await sql`update empgrp set des = '乙' where ent_no = ${entNo} and grp_no <> 'G2'`.execute(db)
    await sql`delete from empgrp where ent_no = ${entNo} and grp_no = 'G3'`.execute(db)
  })
  const by = { ent_no: entNo, tbl: 'empgrp', user_no: admin.userNo, imit_user_no: admin.userNo, call: '/test/history' }
  const kept = await keptOf(locals.op)
  const told = kept.map(({ act, key, before, reason }) => [act, key.grp_no, before?.des ?? null, before?.ver ?? null, reason])
  expect(told).toEqual([
    ['insert', 'G1', null, null, null],
    ['insert', 'G2', null, null, null],
    ['insert', 'G3', null, null, null],
    ['update', 'G1', '甲', 1, '缘由'],
    ['update', 'G3', '甲', 1, '缘由'],
    ['delete', 'G3', '乙', 2, '缘由'],
  ])
  for (const row of kept) expect(row).toMatchObject({ ...by, key: { ent_no: entNo } })
  const { rows } = await server.owner.query('select ent_no, user_no, imit_user_no, call, is_look from operation where op = $1', [
    locals.op,
  ])
  expect(rows).toEqual([
    { ent_no: entNo, user_no: admin.userNo, imit_user_no: admin.userNo, call: '/test/history', is_look: false },
  ])
})

test('a statement that changes no row keeps nothing, and no operation', async () => {
  const school = await makeSchool(server)
  const locals = localsOf(school)
  await transaction(server.services.database.pool, locals, async (db) => {
    await sql`update emp set rem = 'x' where ent_no = ${school.entNo} and false`.execute(db)
    await sql`delete from empgrp where ent_no = ${school.entNo}`.execute(db)
    await sql`insert into empgrp (ent_no, grp_no, grp_name, grp_type) select ent_no, '', '', '' from ent where false`.execute(db)
  })
  expect(await keptOf(locals.op)).toEqual([])
  expect((await server.owner.query('select from operation where op = $1', [locals.op])).rowCount).toBe(0)
})

test('what follows from other columns, and what is secret, is not kept', async () => {
  const school = await makeSchool(server)
  const { entNo, admin } = school
  const locals = localsOf(school)
  await transaction(server.services.database.pool, locals, async (db) => {
    await sql`update emp set rem = 'x' where ent_no = ${entNo} and emp_no = ${admin.empNo}`.execute(db)
    await sql`update account set nick_name = 'x' where user_no = ${admin.userNo}`.execute(db)
  })
  const [emp, account] = await keptOf(locals.op)
  expect(emp.before).toMatchObject({ emp_name: '陈晓雯', auth_tel: expect.anything(), search_text: expect.anything() })
  expect(emp.before).not.toHaveProperty('search')
  expect(account).toMatchObject({ tbl: 'account', ent_no: entNo, before: { nick_name: '陈晓雯' } })
  expect(account.before).not.toHaveProperty('pwd_hash')
})

test('a row whose key changes is kept under its new key, with what it was under the old one', async () => {
  const school = await makeSchool(server)
  const { entNo } = school
  const locals = localsOf(school)
  await asOwner(server, entNo, async (db) => {
    for (const rdx of [3, 2, 1])
      await sql`insert into entact (ent_no, rdx, pay_type, act_no, act_name) values (${entNo}, ${rdx}, '1', ${`N${rdx}`}, 'x')`.execute(
        db,
      )
  })
  // Moves 3 first, since it lies first in the table; 9 stays.
  await transaction(server.services.database.pool, locals, async (db) => {
    await sql`update entact set rdx = rdx + 1 where ent_no = ${entNo}`.execute(db)
  })
  const kept = await keptOf(locals.op)
  expect(kept.map(({ key, before }) => [key.rdx, before.rdx, before.act_no])).toEqual([
    [4, 3, 'N3'],
    [3, 2, 'N2'],
    [2, 1, 'N1'],
  ])
})

test('an enterprise stands in history before the root unit that it makes, and renames', async () => {
  const school = await makeSchool(server)
  const entNo = `${school.entNo.slice(0, 3)}99${String(Date.now()).slice(-5)}`
  const [made, named] = [newOperation(), newOperation()]
  const as = (op: string, work: (db: Db) => Promise<unknown>) =>
    transaction(server.owner, { ...localsOf(school, op), entNo }, work)
  await as(made, (db) => sql`insert into ent (ent_no, ent_name, idnt_no) values (${entNo}, ${entNo}, '030')`.execute(db))
  await as(named, (db) => sql`update ent set ent_name = ent_name || '改' where ent_no = ${entNo}`.execute(db))
  for (const [op, act] of [
    [made, 'insert'],
    [named, 'update'],
  ] as const)
    expect((await keptOf(op)).map((row) => [row.tbl, row.act])).toEqual([
      ['ent', act],
      ['edcunit', act],
    ])
  // Renames no root unit where the name stays.
  const touched = newOperation()
  await as(touched, (db) => sql`update ent set rem = 'x' where ent_no = ${entNo}`.execute(db))
  expect((await keptOf(touched)).map(({ tbl }) => tbl)).toEqual(['ent'])
})

test('the counter of a number rule leaves no history, its change does', async () => {
  const school = await makeSchool(server)
  const locals = localsOf(school)
  await transaction(server.owner, locals, async (db) => {
    await sql`update codegnrt set cur_val = cur_val where gnrt_code = 'EMP_NO'`.execute(db)
    await sql`update codegnrt set des = des where gnrt_code = 'EMP_NO'`.execute(db)
  })
  const kept = await keptOf(locals.op)
  expect(kept.map(({ tbl, key, act }) => [tbl, key, act])).toEqual([['codegnrt', { gnrt_code: 'EMP_NO' }, 'update']])
  expect(kept[0].before).not.toHaveProperty('cur_val')
})

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Counts the months that a statement about one operation visits, as the planner leaves them. */
async function visited(statement: string, values: unknown[]) {
  const { rows } = await server.owner.query({ text: `explain ${statement}`, values, rowMode: 'array' })
  return new Set(rows.flatMap(([line]) => /history_(\d{6}|other)/.exec(String(line))?.[0] ?? [])).size
}

test('what is looked up near an operation visits the months of its time alone', async () => {
  const { sql: limit, parameters } = around([Date.UTC(2026, 10, 15)]).compile(compiler)
  const from = `select from history where ent_no = '1' and op = '00000000-0000-0000-0000-000000000000'`
  expect(await visited(from, [])).toBeGreaterThan(25)
  expect(await visited(`${from} and ${limit}`, [...parameters])).toBeLessThanOrEqual(2)
})

test.each([
  ['as its number tells', 0],
  ['as a clock that is two minutes behind tells', -120],
  ['as a clock that is a day ahead tells', 86_400],
  ['as a clock that is 23 hours ahead tells', 23 * 3600],
  ['as a clock that is ten years behind tells', -10 * 365 * 86_400],
])('all that an operation changed is found, %s', async (_, seconds) => {
  const school = await makePupilSchool(server)
  const { entNo, admin } = school
  const op = v7({ msecs: Date.now() + seconds * 1000 })
  await transaction(server.services.database.pool, { ...localsOf(school, op), call: org.create.path }, async (db) => {
    for (const no of ['甲', '乙'])
      await sql`insert into org (ent_no, org_no, org_name) values (${entNo}, ${no}, ${no})`.execute(db)
  })
  const { parts } = await admin.client.call(history.get, { op, entNo })
  expect(parts.length).toBe(2)
  await admin.client.call(history.undo, { op, entNo })
  const { rows } = await server.owner.query(`select stt from org where ent_no = $1 and org_no in ('甲', '乙')`, [entNo])
  expect(rows).toEqual([{ stt: '0' }, { stt: '0' }])
})

test('a row of history never strays from its transaction', async () => {
  const { rows } = await server.owner.query(`select attname, pg_get_expr(adbin, adrelid) as expr from pg_attrdef
    join pg_attribute on attrelid = adrelid and attnum = adnum where adrelid in ('history'::regclass, 'operation'::regclass) and attname = 'at'`)
  expect(rows.map(({ expr }) => expr)).toEqual(['history_time()', 'history_time()'])
  const { rows: now } = await server.owner.query('select abs(extract(epoch from history_time() - clock_timestamp())) < 1 as same')
  expect(now).toEqual([{ same: true }])
})

test('the key of a row is looked up in the index of history under row-level security', async () => {
  const { rows } = await server.owner.query(`select proleakproof from pg_proc where oid = 'jsonb_eq(jsonb, jsonb)'::regprocedure`)
  expect(rows).toEqual([{ proleakproof: true }])
})
