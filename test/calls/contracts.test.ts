import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { unwrapSchema, fieldLabel } from '#contract/explain.ts'
import { basePath } from '#contract/wire.ts'
import { makeApp } from '#app/server/app.ts'
import { startServer, type TestServer } from '../support/harness.ts'
import { calls } from '../support/seedSchool.ts'
import { inboxStreamPath } from '#domain/messages/inboxStream.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const sorted = (paths: Iterable<string>) => [...paths].sort()
const served = sorted(calls.map(({ method, path }) => `${method} ${path}`))

test('the contracts name exactly the calls that are served', async () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('src/{contract,domain,features}/**/*.contract.ts', { cwd: root })
  const modules = await Promise.all(files.map((file) => import(join(root, file))))
  const isCall = (value: unknown): value is Call =>
    typeof value === 'object' && value !== null && 'path' in value && 'access' in value
  const resources = modules
    .flatMap((module) => Object.values(module))
    .flatMap((value) => (value && typeof value === 'object' ? Object.values(value) : []))
  expect(sorted(resources.filter(isCall).map(({ method, path }) => `${method} ${path}`))).toEqual(served)
  expect(new Set(served).size).toBe(served.length)
})

test('the server routes exactly the calls that are served', async () => {
  const app = await makeApp(server.services, { checkOutput: true, logging: false })
  await app.ready()
  const routed = routesIn(app.printRoutes({ commonPrefix: false })).filter(
    // Leaves out the stream of signals, which is no call: it never ends by itself.
    (route) => route.includes(` ${basePath}/`) && !route.startsWith('HEAD ') && !route.endsWith(inboxStreamPath),
  )
  expect(sorted(routed.map((route) => route.replace(basePath, '')))).toEqual(served)
  await app.close()
})

// Reads the routes that Fastify prints as a tree, each line what its path adds to the line above it.
function routesIn(tree: string): string[] {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = line.match(/^((?:[│ ] {3})*)[├└]── (\S*)(?: \((.*)\))?$/) ?? []
    parts.splice(indent.length / 4, Number.POSITIVE_INFINITY, part)
    return methods?.split(', ').map((method) => `${method} ${parts.join('')}`) ?? []
  })
}

type Operation = {
  operationId: string
  summary: string
  'x-permission': string
  parameters?: { name: string; in: string }[]
  requestBody?: object
  responses: object
  security: object[]
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: object
}

test('the description lists exactly the calls that are served, and all it refers to is in it', async () => {
  const response = await fetch(`${server.url}/api/openapi.json`)
  const text = await response.text()
  const document: Document = JSON.parse(text)
  expect([response.status, document.openapi, document.info]).toEqual([200, '3.1.0', { title: expect.any(String), version: 'v1' }])
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
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
  const resolve = (reference: string) =>
    reference
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
  expect(references.filter((reference) => !reference.startsWith('#/') || resolve(reference) === undefined)).toEqual([])
})

test('the description says in Chinese what each call does and who may make it', async () => {
  const document: Document & { tags: { name: string; description: string }[] } = await (
    await fetch(`${server.url}/api/openapi.json`)
  ).json()
  const chinese = /[\u4e00-\u9fff]/
  const wordless = Object.entries(document.paths).filter(([, methods]) =>
    Object.values(methods).some((one) => !chinese.test(one.summary) || !chinese.test(one['x-permission'])),
  )
  expect(wordless.map(([path]) => path)).toEqual([])
  expect(document.tags.filter(({ description }) => !chinese.test(description))).toEqual([])
})

const hasName = (call: Call, path: PropertyKey[]) => /[\u4e00-\u9fff]/.test(fieldLabel(call.input, path) ?? '')

test('every field that a call takes has a Chinese name, for the sentences about it', () => {
  const nameless = calls.flatMap((call) =>
    Object.entries(call.input.shape).flatMap(([key, field]) => {
      const list = unwrapSchema(field as z.ZodType)
      const item = list instanceof z.ZodArray ? unwrapSchema(list.element as z.ZodType) : undefined
      const fields = item instanceof z.ZodObject ? Object.keys(item.shape).map((name) => [key, 0, name]) : []
      return [[key], ...fields].filter((path) => !hasName(call, path)).map((path) => `${call.path} ${path.join('.')}`)
    }),
  )
  expect(nameless).toEqual([])
})

test('method, body form, parameters and message of each call are those of the specification', () => {
  const [, ...lines] = readFileSync(new URL('../fixtures/calls.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const specified = new Map(
    lines.map((line) => line.split('\t')).map(([method, path = '', ...rest]) => [path, [method, ...rest]]),
  )
  const among = calls.filter(({ path }) => specified.has(path))
  expect([...specified.keys()].filter((path) => !among.some((call) => call.path === path))).toEqual([])
  for (const { path, method, body, message, input } of among) {
    const [specifiedMethod, form, named = '', success = ''] = specified.get(path) ?? []
    expect([path, method, method === 'GET' ? '' : body, message]).toEqual([path, specifiedMethod, form, success])
    const parameters = named
      .replace(/\(.*?\)/g, '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    expect([path, parameters.filter((name) => !(name in input.shape))]).toEqual([path, []])
  }
})
