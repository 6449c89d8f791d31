import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableOf } from '#server/database/tables.ts'
import { rolesOf } from '#server/database/ways.ts'
import { startServer, type TestServer } from '../support/harness.ts'
import { baseOf } from '../support/sights.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

type Client = Pick<pg.Pool, 'query'>
const list = async (client: Client, sql: string, values: unknown[] = []) =>
  (await client.query({ text: sql, values, rowMode: 'array' })).rows.map(([name]) => name)

/** Maps tables that name an enterprise and are read before it is known which one is meant, so that their keys begin otherwise. */
const foundBefore = {
  ent_tree: 'decides which enterprises are within reach',
  identity: 'read at sign-in, to choose an enterprise',
  session: 'found by its token, and tells the enterprise',
  ticket: 'found by its own secret, and tells the enterprise',
  login_log: 'written at sign-in, also for names that do not exist',
  pwr_version: 'read together with the session',
  op_ent: 'numbers alone: which enterprises an operation changed',
  ent_name: 'names alone: anybody may know what an enterprise is called',
}

/** Lists those of them that no call writes in an enterprise: triggers do, or the sign-in. */
const notWritten = ['ent_tree', 'ent_name', 'pwr_version', 'login_log']

/** Maps tables whose changes leave no history, and rows without stamps. */
const notRecorded = {
  meta: 'this installation',
  clock_watch: 'when the server ran',
  outward: 'whether anything leaves this installation',
  kysely_migration: 'this installation',
  kysely_migration_lock: 'this installation',
  history: 'is the history',
  operation: 'is told by the history',
  ent_tree: 'follows from ent',
  ent_name: 'follows from ent',
  op_ent: 'which enterprises an operation changed',
  admn_area: 'shipped, and replaced as a whole',
  pwr_version: 'a counter',
  login_fail: 'counters',
  login_log: 'a log itself',
  session: 'tokens',
  ticket: 'tokens',
  captcha: 'questions to strangers',
  phonecode: 'codes that were asked for',
  sso_state: 'sign-ins under way',
  cas_ticket: 'tickets that were shown',
  imp_row: 'sealed cells that wait for their confirmation',
  imp_pic: 'pictures that wait for their confirmation, with sealed names',
  imp_progress: 'how far what is under way has come',
  prefer: 'how somebody likes the screens',
  draft: 'not saved yet, and sealed',
  prcdraft: 'not handed in yet, and sealed',
  msgto: 'marks of readers',
  hndto: 'marks of who answers, and sealed drafts',
  ansbox: 'sealed answers that wait, of which nothing may tell whose they are',
  ansanon: 'answers of which nothing may tell whose they are',
  ansfile: 'marks of which file was sent for which answer',
  msgpref: 'how somebody wants to be told',
  chnstt: 'how channels stand',
  chnid: 'names of persons outside',
  pushsub: 'browsers of persons',
  dlv: 'deliveries under way',
  stu_cnt: 'counts, which follow from stu',
  stu_day: 'counts, which follow from stu',
  ptr_cnt: 'counts, which follow from ptr',
  stu_alone: 'follows from stuptr',
  ptr_alone: 'follows from stuptr',
  chkrun: 'when what follows was worked out',
  chkunit: 'worked out from what is there',
  chkphone: 'worked out from what is there',
  chkpair: 'worked out from what is there',
  chkidno: 'worked out from what is there',
  stunat: 'follows from stu and stuarch',
  tmplseg: 'a counter',
  actseat: 'counts, which follow from reg',
  wrklike: 'likes',
  rescnt: 'counters',
  resmark: 'what somebody looked at',
  upld: 'files that are still arriving',
  upldpart: 'files that are still arriving',
}

const tables = `select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`
const withEnterprise = `select t.* from (${tables}) t join pg_attribute a on a.attrelid = t.oid and a.attname = 'ent_no'`
const tenantTables = () =>
  list(server.owner, `select relname from (${withEnterprise}) t where relname <> all($1) order by 1`, [Object.keys(foundBefore)])

/** Lists tables with an enterprise on which row-level security is off, not forced, or has no policy of the whole enterprise for a command. */
const unlocked = (client: Client) =>
  list(
    client,
    `select relname from (${withEnterprise}) t where not (relrowsecurity and relforcerowsecurity
       and (select count(*) from unnest(array['r', 'a']) cmd where exists (
         select from pg_policy where polrelid = t.oid and polcmd in ('*', cmd::"char") and polroles = array[$2::regrole::oid]))
         = case when relname = any($1) then 1 else 2 end) order by 1`,
    [notWritten, rolesOf(baseOf(server)).ways.whole],
  )

test('every table of an enterprise is locked', async () => {
  expect(await unlocked(server.owner)).toEqual([])
  expect(await tenantTables()).toEqual(expect.arrayContaining(['ent', 'emp', 'empgrp', 'file', 'history', 'imp_row']))
  const gone = await list(server.owner, `select name from unnest($1::text[]) name where to_regclass(name) is null`, [
    Object.keys({ ...foundBefore, ...notRecorded }),
  ])
  expect(gone).toEqual([])
})

test('what follows from an enterprise and its rights is written by nobody but the changes it follows from', async () => {
  for (const way of Object.values(rolesOf(baseOf(server)).ways))
    for (const table of ['ent_tree', 'ent_name', 'pwr_version'])
      for (const write of [
        `insert into ${table} (ent_no) values ('X')`,
        `update ${table} set ent_no = 'X'`,
        `delete from ${table}`,
      ]) {
        const client = await server.services.database.pool.connect()
        await client.query(`begin; set local role ${way}`)
        await expect(client.query(write), write).rejects.toThrow(/permission denied/)
        await client.query('rollback')
        client.release()
      }
})

test('a lock that is taken off is noticed', async () => {
  const client = await server.owner.connect()
  const policies = await list(client, `select policyname from pg_policies where tablename = 'empgrp' and policyname = 'as_whole'`)
  expect(policies.length).toBe(1)
  for (const [tbl, change] of [
    ['empgrp', `drop policy ${policies[0]} on empgrp`],
    ['emp', 'alter table emp no force row level security'],
    ['file', 'alter table file disable row level security'],
  ]) {
    await client.query(`begin; ${change}`)
    expect(await unlocked(client)).toEqual([tbl])
    await client.query('rollback')
  }
  client.release()
})

test('keys, references and indexes of an enterprise’s tables begin with the enterprise', async () => {
  const indexes = await list(
    server.owner,
    `select i.indexrelid::regclass::text from pg_index i join (${withEnterprise}) t on t.oid = i.indrelid
     where relname = any($1) and i.indkey[0] is distinct from (select attnum from pg_attribute where attrelid = t.oid and attname = 'ent_no') order by 1`,
    [await tenantTables()],
  )
  // Expects the name of an enterprise unique below one parent, not inside itself; shared records are found by their place, and a
  // national number is looked for in every school.
  expect(indexes).toEqual(['ent_ent_name_key', 'ent_self_no_key', 'res_by_place', 'stunat_by_number'])
  const references = await list(
    server.owner,
    `select c.conname from pg_constraint c where c.contype = 'f' and c.conrelid::regclass::text = any($1) and c.confrelid::regclass::text = any($1)
     and not exists (select from pg_attribute a, pg_attribute b where a.attrelid = c.conrelid and a.attnum = c.conkey[1] and a.attname = 'ent_no'
       and b.attrelid = c.confrelid and b.attnum = c.confkey[1] and b.attname = 'ent_no') order by 1`,
    [await tenantTables()],
  )
  // Expects references across enterprises: an enterprise's parent; a resource is shared in one, and marked in another than its
  // own.
  expect(references).toEqual(['ent_prt_no_fkey', 'res_to_cls_no_fkey', 'res_to_ent_no_fkey', 'resmark_res_no_fkey'])
})

test('every other table stamps its rows and keeps what they were, under their own key', async () => {
  const { rows } = await server.owner.query(
    `select relname, (select array_agg(tgname::text order by tgname) from pg_trigger where tgrelid = t.oid and tgname in ('stamp', 'history') and tgenabled = 'O') as triggers,
       (select string_agg(a.attname, ' ' order by k.place) from pg_constraint c, unnest(c.conkey) with ordinality k (attnum, place)
         join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum where c.conrelid = t.oid and c.contype = 'p') as key,
       (select split_part(replace(encode(tgargs, 'escape'), '\\000', ' '), ' -', 1) from pg_trigger where tgrelid = t.oid and tgname = 'history') as kept
     from (${tables}) t where relname <> all($1)`,
    [Object.keys(notRecorded)],
  )
  expect(rows.length).toBeGreaterThan(20)
  for (const { relname, triggers, key, kept } of rows)
    expect([relname, triggers, kept?.trim()]).toEqual([relname, ['history', 'stamp'], key])
})

test('each statement on a table is recorded once, with the same key for every kind, and nothing that follows from other columns', async () => {
  const { rows } = await server.owner.query(
    `select relname, array_agg(concat_ws(' ', tgname, tgtype, replace(encode(tgargs, 'escape'), '\\000', ' ')) order by tgname) as triggers,
       array(select attname::text from pg_attribute where attrelid = t.oid and attgenerated <> '' and not attisdropped order by 1) as made
     from (${tables}) t join pg_trigger on tgrelid = t.oid and starts_with(tgname, 'history') group by relname, t.oid order by 1`,
  )
  // The rules of numbers are recorded row by row, since their counters are no change.
  const [byRow, byStatement] = [
    rows.filter(({ triggers }) => triggers.length === 1),
    rows.filter(({ triggers }) => triggers.length > 1),
  ]
  expect(byRow.map(({ relname }) => relname)).toEqual(['codegnrt'])
  expect(byStatement.length).toBeGreaterThan(50)
  for (const { relname, triggers, made } of byStatement) {
    const [update = '', remove, insert, key] = triggers as string[]
    const kept = update.replace(/^history \d+ /, '')
    expect([relname, remove, insert, key?.split(' ')[0]]).toEqual([
      relname,
      `history_delete 8 ${kept}`,
      `history_insert 4 ${kept}`,
      'history_key',
    ])
    expect([relname, (kept.split(' - ')[1] ?? '').trim().split(' ')]).toEqual([relname, expect.arrayContaining(made)])
  }
})

test('whatever an operation can change is described, with a word of its own', async () => {
  const recorded = await list(server.owner, `select tgrelid::regclass::text from pg_trigger where tgname = 'history' order by 1`)
  expect(recorded.length).toBeGreaterThan(50)
  expect(recorded.filter((table) => !tableOf(table as string)?.word)).toEqual([])
})

test('one policy lets a way of looking through for a command, and none holds it back', async () => {
  const { rows } = await server.owner.query(
    `select tablename, permissive, roles::text, cmd from pg_policies where roles <> array[current_user]::name[]`,
  )
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.filter(({ permissive }) => permissive !== 'PERMISSIVE')).toEqual([])
  const commands = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
  const each = rows.flatMap(({ tablename, roles, cmd }) =>
    (cmd === 'ALL' ? commands : [cmd]).map((one: string) => `${tablename} ${roles} ${one}`),
  )
  expect(each.filter((one, i) => each.indexOf(one) !== i)).toEqual([])
  const roles = Object.values(rolesOf(baseOf(server)).ways).map((name) => `{${name}}`)
  expect(new Set(rows.map((row) => row.roles))).toEqual(new Set(roles))
})

test('without a role nothing is read or written, on every table', async () => {
  const client = await server.services.database.pool.connect()
  const names = await list(server.owner, `select relname from (${tables}) t order by 1`)
  expect(names.length).toBeGreaterThan(80)
  for (const name of names)
    for (const statement of [`select from ${name}`, `insert into ${name} default values`, `delete from ${name}`]) {
      await client.query(`begin; set local role none`)
      await expect(client.query(statement), statement).rejects.toThrow(/permission denied/)
      await client.query('rollback')
    }
  client.release()
})

test('the login that serves calls owns nothing, may only take on ways of looking and the role of the jobs, and no role of it passes a lock', async () => {
  const { login, jobs, ways } = rolesOf(baseOf(server))
  const { rows: now } = await server.services.database.pool.query('select session_user::text, current_user::text')
  expect(now).toEqual([{ session_user: login, current_user: ways.account }])
  const names = [login, jobs, ...Object.values(ways)]
  const { rows } = await server.owner.query(
    `select rolname from pg_roles where rolname = any($1) and not (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`,
    [names],
  )
  expect(rows.length).toBe(names.length)
  expect(await list(server.owner, `select relname from pg_class where relowner = any($1::text[]::regrole[])`, [names])).toEqual(
    [],
  )
  const { rows: members } = await server.owner.query(
    `select roleid::regrole::text as role, inherit_option, admin_option from pg_auth_members where member = any($1::text[]::regrole[])`,
    [names],
  )
  const taken = [jobs, ...Object.values(ways)].map((role) => ({ role, inherit_option: false, admin_option: false }))
  expect(members.toSorted((one, other) => (one.role < other.role ? -1 : 1))).toEqual(
    taken.toSorted((one, other) => (one.role < other.role ? -1 : 1)),
  )
})

test('no way of looking rewrites history', async () => {
  const kept = [
    'update history set call = null',
    'delete from history',
    'truncate history',
    'delete from meta',
    'update meta set val = null',
  ]
  for (const way of Object.values(rolesOf(baseOf(server)).ways))
    for (const write of kept) {
      const client = await server.services.database.pool.connect()
      await client.query(`begin; set local role ${way}`)
      await expect(client.query(write), write).rejects.toThrow(/permission denied/)
      await client.query('rollback')
      client.release()
    }
})

test('the role that serves calls can neither rewrite the sign-in log nor the list of migrations', async () => {
  const kept = ['update login_log set name = null', 'delete from login_log', 'delete from kysely_migration']
  for (const write of kept) await expect(server.services.database.pool.query(write), write).rejects.toThrow(/permission denied/)
})

test('history is reached only through its lock, never month by month', async () => {
  const open = await list(
    server.owner,
    `select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'history'::regclass
     and exists (select from unnest($1::text[]) role where has_table_privilege(role, c.oid, 'select, insert, update, delete, truncate')) order by 1`,
    [Object.values(rolesOf(baseOf(server)).ways)],
  )
  expect(open).toEqual([])
})

test('no view and no function sees more than who asks', async () => {
  expect(
    await list(
      server.owner,
      `select relname from pg_class where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
    and not coalesce(reloptions, '{}') && '{security_invoker=true,security_invoker=on}'`,
    ),
  ).toEqual([])
  // Expects three that only empty the history, in the enterprise of the call or of one account, two that make and drop its months, those behind rules that
  // hold in a whole enterprise or follow from a change, which answer nothing; one tells whether an account is somebody elsewhere too.
  const kept = ['is_elsewhere', 'keep_ent_name', 'keep_national_numbers', 'make_history_partitions']
  const counts = ['count_guardians', 'count_links', 'count_students', 'sum_days', 'sum_guardians', 'sum_students']
  const alone = ['find_alone_guardians', 'find_alone_students']
  const follow = ['end_emp_sessions', 'end_sessions', 'grow_ent_tree', 'mark_ent_tree', 'move_ent_tree', 'raise_pwr_version']
  const trees = ['edcunit', 'mdl', 'org', 'rescls'].map((table) => `refuse_circle_in_${table}`)
  expect(
    await list(
      server.owner,
      `select proname::text from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by proname collate "C"`,
    ),
  ).toEqual(
    [
      'blank_history',
      'erase_account_history',
      'erase_history',
      ...kept,
      'drop_old_history',
      ...counts,
      ...alone,
      ...follow,
      ...trees,
    ].toSorted(),
  )
})
