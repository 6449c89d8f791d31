import type pg from 'pg'
import { ExitError } from '#server/base/exit.ts'
import { policyPrefix } from '#server/database/policies.ts'

/**
 * Makes sure that this connection reads the rows of every enterprise: row-level security binds even the owner of the tables, who has
 * a policy of their own on each. Throws ExitError for another user.
 */
export async function seeAll(client: pg.Client) {
  const { rows } = await client.query(
    `select (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) or not exists (
       select from pg_class c where relforcerowsecurity and not exists (
         select from pg_policy where polrelid = c.oid and polname = $1 and (select oid from pg_roles where rolname = current_user) = any(polroles))) as sees`,
    [`${policyPrefix}owner`],
  )
  if (!rows[0].sees)
    throw new ExitError(
      'databaseRights',
      'DATABASE_URL 的用户读不到全部企业的数据。请由数据库管理员授予 BYPASSRLS：ALTER ROLE 用户名 BYPASSRLS。',
    )
}
