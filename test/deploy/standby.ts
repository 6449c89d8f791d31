import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectOwner } from '#server/process/migrate.ts'
import { startPostgres } from '#server/process/postgres.ts'
import pg from 'pg'
import { databaseUrl } from '../support/postgres.ts'
import { afterwards, makeFolder, until } from '../start/startup.ts'

type Node = Awaited<ReturnType<typeof startPostgres>>

/** Starts a PostgreSQL and one that follows it, with a database of its own; answers how to reach and to change both. */
export async function startPair() {
  const folder = makeFolder()
  const first = await startPostgres(folder, 'test')
  const owner = await connectOwner(first.url)
  await owner.query("create role school login createrole password 'right'")
  await owner.query('create database school owner school')
  await owner.end()
  await first.stop()
  const copy = makeFolder()
  execFileSync('cp', ['-a', `${folder}/pg18`, copy])
  const [leader, data] = [await startPostgres(folder, 'test'), join(copy, 'pg18')]
  const follow = `primary_conninfo = 'host=127.0.0.1 port=${portOf(leader)} user=postgres password=test'\n`
  appendFileSync(join(data, 'postgresql.auto.conf'), follow)
  writeFileSync(join(data, 'standby.signal'), '')
  const { uid, gid } = statSync(data)
  chownSync(join(data, 'standby.signal'), uid, gid)
  const follower = await startPostgres(copy, 'test')
  for (const node of [leader, follower]) afterwards(() => node.stop())
  return { leader, follower }
}

const portOf = ({ url }: Node) => Number(new URL(url).port)

/** Returns the address of the database on one node, or on several, for the user that owns it. */
export const addressOf = (...nodes: Node[]) =>
  `postgres://school:right@${nodes.map((node) => `127.0.0.1:${portOf(node)}`).join(',')}/school`

/** Asks a node as its superuser. */
export async function ask<Row extends pg.QueryResultRow>(node: Node, text: string, database = 'postgres'): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl(node.url, database) })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Lets the follower take writes, and waits until it does. */
export async function promote(follower: Node) {
  await ask(follower, 'select pg_promote()')
  await until('the follower leads', async () => {
    const [row] = await ask<{ follows: boolean }>(follower, 'select pg_is_in_recovery() as follows')
    return row?.follows === false
  })
}
