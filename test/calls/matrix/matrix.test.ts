import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../support/harness.ts'
import { calls, changesOf } from '../../support/seedSchool.ts'
import { isSampled } from '../../support/sample.ts'
import { cellsOf, unlisted } from './cells.ts'
import { makeWorld, type World } from './subjects.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await makeWorld(server)
}, 120_000)
afterAll(() => server.close())

test('the table of who may do what names every call', () => {
  expect(unlisted()).toEqual([])
})

test('everybody may do what the table says, on what is theirs, and nothing else', async () => {
  const before = await changesOf(server, world.beside.entNo)
  const wrong: string[] = []
  // Lists calls that end the very session that asks.
  const ending = ['/common/user/logout', '/user/user/switch', '/user/user/updatepwd']
  // Checks a third of the calls, by path; npm run proof checks all.
  for (const call of calls.filter(({ path }) => !ending.includes(path) && isSampled(path)))
    wrong.push(...(await cellsOf(world, call)))
  expect(wrong).toEqual([])
  expect(await changesOf(server, world.beside.entNo)).toBe(before)
}, 240_000)
