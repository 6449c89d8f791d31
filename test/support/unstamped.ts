import type { TestServer } from './harness.ts'

/** Does something as if it had happened long ago: without the stamps of today. */
export async function unstamped(server: TestServer, statement: string, values: unknown[]) {
  const client = await server.owner.connect()
  await client.query('set session_replication_role = replica')
  await client.query(statement, values)
  await client.query('set session_replication_role = origin')
  client.release()
}
