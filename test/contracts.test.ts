import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { type Call, get, resource } from '#contract/call.ts'
import { basePath } from '#contract/wire.ts'
import { makeApp } from '#server/app.ts'
import type { Origin } from '#server/context.ts'
import { RightsCache } from '#server/rights.ts'
import { makeRoad, type Trace } from '#server/road.ts'
import { serve } from '#server/serve.ts'
import { makeSchool, startServer, type TestServer } from './harness.ts'
import { calls } from './planted.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** Calls that ask for no right. A call gets in here only by a decision, never by a slip. */
const withoutRight = {
  open: ['/common/user/login'],
  initial: ['/common/user/logout', '/user/user/get', '/user/user/updatepwd'],
  session: ['/ent/info/gettypelist', '/file/upload/upload', '/user/mdl/get'],
}

const callsWith = (access: Call['access']) => calls.flatMap((call) => (call.access === access ? [call.path] : [])).sort()
const whatNeedsNoRight = () => ({ open: callsWith('open'), initial: callsWith('initial'), session: callsWith('session') })

test('only these calls need no right', () => {
  expect(whatNeedsNoRight()).toEqual(withoutRight)
})

test('a call that loses its right is noticed', () => {
  const call = calls.find(({ path }) => path === '/ent/empgrp/create') as Call
  const { access } = call
  call.access = 'session'
  expect(whatNeedsNoRight()).not.toEqual(withoutRight)
  call.access = access
})

const sorted = (paths: Iterable<string>) => [...paths].sort()
const served = sorted(calls.map(({ method, path }) => `${method} ${path}`))

test('the contracts name exactly the calls that are served', async () => {
  const root = join(import.meta.dirname, '..')
  const files = globSync('src/features/**/*.contract.ts', { cwd: root })
  const modules = await Promise.all(files.map((file) => import(join(root, file))))
  const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'path' in value && 'access' in value
  const resources = modules.flatMap((module) => Object.values(module)).flatMap((value) => (value && typeof value === 'object' ? Object.values(value) : []))
  expect(sorted(resources.filter(isCall).map(({ method, path }) => `${method} ${path}`))).toEqual(served)
  expect(new Set(served).size).toBe(served.length)
})

test('the server routes exactly the calls that are served', async () => {
  const app = await makeApp(server.services, { checkOutput: true, logging: false })
  await app.ready()
  const routed = routesIn(app.printRoutes({ commonPrefix: false })).filter((route) => route.includes(` ${basePath}/`) && !route.startsWith('HEAD '))
  expect(sorted(routed.map((route) => route.replace(basePath, '')))).toEqual(served)
  await app.close()
})

// Fastify prints its routes as a tree, each line what its path adds to the line above it.
function routesIn(tree: string): string[] {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = line.match(/^((?:[│ ] {3})*)[├└]── (\S*)(?: \((.*)\))?$/) ?? []
    parts.splice(indent.length / 4, Number.POSITIVE_INFINITY, part)
    return methods?.split(', ').map((method) => `${method} ${parts.join('')}`) ?? []
  })
}

type Operation = { operationId: string; parameters?: { name: string; in: string }[]; requestBody?: object; responses: object; security: object[] }
type Document = { openapi: string; info: { title: string; version: string }; paths: Record<string, Record<string, Operation>>; components: object }

test('the description lists exactly the calls that are served, and all it refers to is in it', async () => {
  const response = await fetch(`${server.url}/api/openapi.json`)
  const text = await response.text()
  const document: Document = JSON.parse(text)
  expect([response.status, document.openapi, document.info]).toEqual([200, '3.1.0', { title: expect.any(String), version: 'v1' }])
  const operations = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })))
  expect(sorted(operations.map(({ method, path }) => `${method.toUpperCase()} ${path.slice(basePath.length)}`))).toEqual(served)
  expect(operations.every(({ path }) => path.startsWith(`${basePath}/`))).toBe(true)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(served.length)
  for (const { path, method, parameters, requestBody, responses, security } of operations) {
    const { input, access } = calls.find((call) => basePath + call.path === path) as Call
    expect(Object.keys(responses)).toEqual(['200'])
    expect(security.length).toBe(access === 'open' ? 0 : 1)
    if (method === 'get') expect(sorted((parameters ?? []).map(({ name }) => name))).toEqual(sorted(Object.keys(input.shape)))
    else expect(requestBody).toMatchObject({ required: true, content: expect.any(Object) })
  }
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference)
  const resolve = (reference: string) => reference.split('/').slice(1).reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
  expect(references.filter((reference) => !reference.startsWith('#/') || resolve(reference) === undefined)).toEqual([])
})

test('method, body form, parameters and message of each call are those of the specification', () => {
  const [, ...lines] = readFileSync(new URL('fixtures/calls.tsv', import.meta.url), 'utf8').trimEnd().split('\n')
  const specified = new Map(lines.map((line) => line.split('\t')).map(([method, path = '', ...rest]) => [path, [method, ...rest]]))
  const among = calls.filter(({ path }) => specified.has(path))
  expect(among.length).toBeGreaterThan(15)
  for (const { path, method, body, message, input } of among) {
    const [specifiedMethod, form, named = '', success] = specified.get(path) ?? []
    expect([path, method, method === 'GET' ? '' : body, message]).toEqual([path, specifiedMethod, form, success])
    const parameters = named.replace(/\(.*?\)/g, '').split(',').map((name) => name.trim()).filter(Boolean)
    expect([path, parameters.filter((name) => !(name in input.shape))]).toEqual([path, []])
  }
})

const Card = z.object({ name: z.string(), owner: z.object({ no: z.string() }).nullable(), items: z.array(z.object({ no: z.string() })) })
const { leaky } = resource('/test', { leaky: get('session', z.object({}), Card) })

async function answerOf(result: unknown, checkOutput: boolean) {
  const school = await makeSchool(server)
  const [one] = serve({ leaky }, { leaky: async () => result as z.input<typeof Card> })
  const origin: Origin = { token: school.admin.client.token, address: '', client: '', requestNo: '' }
  const trace: Trace = {}
  const travel = makeRoad(server.services, new RightsCache(), checkOutput)(one as NonNullable<typeof one>)
  return { ...(await travel(async () => ({}), origin, trace)), error: (trace.error as Error | undefined)?.message }
}

test('a result that names more than its contract is a bug in tests, and never leaves the server', async () => {
  const good = { name: '张三', owner: { no: '1' }, items: [{ no: '2' }] }
  const stray = [
    [{ ...good, pwdHash: 'secret' }, '.pwdHash'],
    [{ ...good, owner: { no: '1', idNo: 'secret' } }, '.owner.idNo'],
    [{ ...good, items: [{ no: '2', authTel: 'secret' }] }, '.items[0].authTel'],
  ] as const
  expect(await answerOf(good, true)).toMatchObject({ code: 0, result: good })
  for (const [result, path] of stray) {
    expect(await answerOf(result, true)).toMatchObject({ code: 69999, result: null, error: `the result names ${path}, which its contract does not` })
    expect(await answerOf(result, false)).toMatchObject({ code: 0, result: good })
  }
  expect(await answerOf({ ...good, name: 5 }, true)).toMatchObject({ code: 69999, result: null })
})
