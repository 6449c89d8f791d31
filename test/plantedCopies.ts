import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer, type TestServer } from './harness.ts'
import { movedTo, type Planted, plantSchool } from './planted.ts'

/**
 * Plants schools once and hands them out on copies of their database, which is quicker than planting: `next` answers a
 * school that no test has touched. `check` looks at each copy before it goes.
 */
export async function plantCopies(count: number, check: (server: TestServer) => Promise<void>) {
  const first = await startServer()
  const schools: Planted[] = []
  for (let i = 0; i < count; i++) schools.push(await plantSchool(first))
  const template = new URL(first.databaseUrl).pathname.slice(1)
  const files = mkdtempSync(join(tmpdir(), 'campus-planted-'))
  cpSync(first.services.files.root, files, { recursive: true })
  await first.close()
  let server: TestServer | undefined
  let left: Planted[] = []
  async function drop() {
    if (server) await check(server)
    await server?.close()
    server = undefined
    left = []
  }
  return {
    async next(): Promise<Planted> {
      if (left.length === 0) {
        await drop()
        server = await startServer({ template })
        cpSync(files, server.services.files.root, { recursive: true })
        left = [...schools]
      }
      return movedTo(server as TestServer, left.shift() as Planted)
    },
    /** Ends the last copy, checked as the others. */
    drop,
    close() {
      rmSync(files, { recursive: true, force: true })
      return server?.close()
    },
  }
}
