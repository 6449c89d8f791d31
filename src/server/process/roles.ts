import { createHash } from 'node:crypto'
import pg from 'pg'
import { ExitError } from '#server/base/exit.ts'
import { limits } from '#server/database/connections/connection.ts'
import { lockStatements, policyPrefix } from '#server/database/policies.ts'
import { rolesOf } from '#server/database/ways.ts'

/**
 * Makes the roles of an installation where they are missing: the login, which may do nothing by itself, and one role for each way
 * of looking, which it takes on, and one that works off the jobs. `isNew`: nobody else knows the password yet. Throws ExitError where the owner may not create roles.
 */
export async function makeRoles(owner: pg.Client, base: string, { password, isNew }: { password: string; isNew: boolean }) {
  const { login, jobs, ways } = rolesOf(base)
  const taken = [...Object.values(ways), jobs]
  const names = [login, ...taken]
  const { rows } = await owner.query<{ name: string; config: string[] }>(
    `select rolname as name, coalesce(rolconfig, '{}') as config from pg_roles where rolname = any($1)`,
    [names],
  )
  const missing = names.filter((name) => !rows.some((row) => row.name === name))
  const given = `password ${pg.escapeLiteral(password)}`
  const kind = 'nosuperuser nocreatedb nocreaterole nobypassrls'
  const statements = missing.map(
    (name) => `create role ${name} ${name === login ? `login noinherit ${given}` : 'nologin'} ${kind}`,
  )
  if (missing.length > 0)
    statements.push(
      `grant ${taken.join(', ')} to ${login} with inherit false, set true`,
      // Begins every connection with the way that sees the least.
      `alter role ${login} set role = ${pg.escapeLiteral(ways.account)}`,
    )
  // Limits what comes through a pooler too, which takes no limits with a connection.
  const config = rows.find(({ name }) => name === login)?.config ?? []
  for (const [name, value] of Object.entries(limits))
    if (!config.includes(`${name}=${value}`)) statements.push(`alter role ${login} set ${name} = '${value}'`)
  // Gives the password of the present key to a login that an unfinished first start left behind.
  if (isNew && !missing.includes(login)) statements.push(`alter role ${login} ${given}`)
  if (statements.length === 0) return
  try {
    await owner.query(statements.join(';'))
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw mayNotCreateRoles()
  }
}

export const mayNotCreateRoles = () =>
  new ExitError('databaseRights', 'DATABASE_URL 的用户没有创建角色的权限。请授予 CREATEROLE：ALTER ROLE 用户名 CREATEROLE。')

/** Grants the ways of looking what they may do with tables; which rows, their policies say. */
export async function grantTables(owner: pg.Client, base: string) {
  const roles = Object.values(rolesOf(base).ways).join(', ')
  await owner.query(`grant usage on schema public to ${roles};
    grant select, insert, update, delete on all tables in schema public to ${roles};
    grant usage on all sequences in schema public to ${roles};
    revoke update, delete on history, login_log, op_ent from ${roles};
    revoke insert, update, delete on meta, kysely_migration, kysely_migration_lock, ent_tree, ent_name, pwr_version from ${roles};
    do $$ declare part regclass; begin
      for part in select inhrelid from pg_inherits where inhparent = 'history'::regclass loop
        execute format('revoke all on %s from ${roles}', part);
      end loop;
    end $$`)
}

type LockedTable = { name: string; version: string | null; ours: string[]; others: string[] }

/**
 * Gives every table of enterprises its policies, where it has not exactly these. Policies of the release before this one bind its
 * role alone from now on, so that its processes go on until they are replaced; where it never ran, they go.
 */
export async function lockTables(owner: pg.Client, base: string) {
  const previous = await owner.query('select from pg_roles where rolname = $1', [base])
  const { rows: user } = await owner.query('select current_user::text as name')
  const { rows: tables } = await owner.query<LockedTable>(
    `select c.relname as name, (select obj_description(oid, 'pg_policy') from pg_policy where polrelid = c.oid and polname = $1) as version,
       array(select polname::text from pg_policy where polrelid = c.oid and starts_with(polname, $2)) as ours,
       array(select polname::text from pg_policy where polrelid = c.oid and not starts_with(polname, $2) and polroles = '{0}') as others
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity and not c.relispartition order by 1`,
    [`${policyPrefix}owner`, policyPrefix],
  )
  for (const { name, version, ours, others } of tables) {
    const made = lockStatements(name, user[0].name, base)
    const wanted = createHash('sha256').update(made.join('\n')).digest('hex').slice(0, 16)
    if (version === wanted && ours.length === made.length && others.length === 0) continue
    const on = `on ${pg.escapeIdentifier(name)}`
    await owner.query(
      [
        ...ours.map((policy) => `drop policy ${policy} ${on}`),
        ...others.map((policy) =>
          previous.rowCount ? `alter policy ${policy} ${on} to ${base}` : `drop policy ${policy} ${on}`,
        ),
        ...made,
        `comment on policy ${policyPrefix}owner ${on} is '${wanted}'`,
      ].join(';'),
    )
  }
}
