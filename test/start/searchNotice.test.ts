import { afterEach, expect, inject, test } from 'vitest'
import { connectOwner } from '#server/process/migrate.ts'
import { databaseUrl } from '../support/postgres.ts'
import { makeDatabase } from './scenes.ts'
import { cleanUp, makeFolder, open, type Run, until } from './startup.ts'

afterEach(cleanUp)

const others = 'ALTER FUNCTION "right"(text, integer) LEAKPROOF; ALTER FUNCTION jsonb_eq(jsonb, jsonb) LEAKPROOF;'
const all = `ALTER FUNCTION arraycontains(anyarray, anyarray) LEAKPROOF; ${others}`

/** Returns what a start on a database says of searches that are slow, to people and to the log. */
async function toldBy(url: string): Promise<{ told: string | undefined; logged: string | undefined; server: Run }> {
  const server = await open({
    dataDir: makeFolder(),
    env: { DATABASE_URL: url, SECRET_KEY: 'a key of 32 characters or more, for this' },
  })
  await until('it has greeted', () => server.output.stdout.includes('已启动'))
  server.child.kill('SIGTERM')
  await server.ended
  const lines = server.output.stdout.split('\n')
  return {
    told: lines.find((line) => line.startsWith('注意：')),
    logged: lines.find((line) => line.includes('"searches without their indexes"')),
    server,
  }
}

test('an owner who is no superuser is told what is slower, and the statements that mend it; after them nothing is said', async () => {
  const url = await makeDatabase('createrole')
  const first = await toldBy(url)
  expect(first.told).toContain(`请超级用户在这个库里执行一次：${all}`)
  expect(JSON.parse(first.logged ?? '')).toMatchObject({ level: 'warn', notice: first.told })
  expect(first.server.output.stderr).toBe('')
  // Does what the sentence says, as the superuser of that server.
  const statements = first.told?.split('：').at(-1) ?? ''
  const superuser = await connectOwner(databaseUrl(inject('postgresUrl'), new URL(url).pathname.slice(1)))
  await superuser.query(statements.split('; ')[0] ?? '')
  expect((await toldBy(url)).told?.split('：').at(-1)).toBe(others)
  await superuser.query(statements)
  await superuser.end()
  expect(await toldBy(url)).toMatchObject({ told: undefined, logged: undefined })
})

test('a superuser marks the functions, and nothing is said', async () => {
  const url = await makeDatabase('createrole')
  const owned = databaseUrl(inject('postgresUrl'), new URL(url).pathname.slice(1))
  expect(await toldBy(owned)).toMatchObject({ told: undefined, logged: undefined })
  const superuser = await connectOwner(owned)
  const { rows } = await superuser.query(
    `select proname from pg_proc where proleakproof and proname in ('arraycontains', 'right') order by 1`,
  )
  await superuser.end()
  expect(rows).toEqual([{ proname: 'arraycontains' }, { proname: 'right' }])
})
