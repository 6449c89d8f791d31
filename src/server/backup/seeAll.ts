import type pg from 'pg'
import { ExitError } from '#server/base/exit.ts'

/**
 * Lets this connection read the rows of every enterprise. Row-level security binds even the owner of the tables;
 * where that is no superuser, it declares the sub-tree of the enterprise that stands above all others.
 */
export async function seeAll(client: pg.Client) {
  const { rows } = await client.query('select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user')
  if (rows[0].free) return
  const top = await client.query(`select anc_no as no from ent_tree group by anc_no
    having count(*) = (select count(distinct ent_no) from ent_tree)`)
  const hidden = await client.query(`select from pg_class c where relkind = 'r' and relforcerowsecurity
    and not exists (select from pg_policy where polrelid = c.oid and polname = 'sub_tree' and polcmd = 'r')`)
  if (top.rowCount !== 1 || hidden.rowCount !== 0)
    throw new ExitError(
      'databaseRights',
      'DATABASE_URL 的用户读不到全部企业的数据。请由数据库管理员授予 BYPASSRLS：ALTER ROLE 用户名 BYPASSRLS。',
    )
  await client.query(`select set_config('app.root_no', $1, false)`, [top.rows[0].no])
}
