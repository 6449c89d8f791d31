import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer, type TestServer } from './harness.ts'
import { movedTo, type SeededSchool, seedSchool } from './seedSchool.ts'

/**
 * Seeds schools once and hands them out on copies of their database, which is quicker than seeding: `next` answers a
 * school that no test has touched. `check` looks at each copy before it goes.
 */
export async function seedCopies(count: number, check: (server: TestServer) => Promise<void>) {
  const first = await startServer()
  const schools: SeededSchool[] = []
  for (let i = 0; i < count; i++) schools.push(await seedSchool(first))
  const template = new URL(first.databaseUrl).pathname.slice(1)
  const files = mkdtempSync(join(tmpdir(), 'campus-seeded-'))
  cpSync(first.services.files.root, files, { recursive: true })
  await first.close()
  let server: TestServer | undefined
  let left: SeededSchool[] = []
  async function drop() {
    if (server) await check(server)
    await server?.close()
    server = undefined
    left = []
  }
  return {
    async next(): Promise<SeededSchool> {
      if (left.length === 0) {
        await drop()
        server = await startServer({ template })
        cpSync(files, server.services.files.root, { recursive: true })
        left = [...schools]
      }
      return movedTo(server as TestServer, left.shift() as SeededSchool)
    },
    /** Ends the last copy, checked as the others. */
    drop,
    close() {
      rmSync(files, { recursive: true, force: true })
      return server?.close()
    },
  }
}
