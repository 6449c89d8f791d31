import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { type Envelope, readEnvelope, toRequest } from '#contract/wire.ts'
import { type AppOptions, makeApp } from '#app/server/app.ts'
import type { Services } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { openFiles } from '#server/store/files.ts'
import { connectOwner, prepareDatabase } from '#server/process/migrate.ts'
import type { IdentityProviders } from '#server/base/identityProviders.ts'
import { furnishEnterprise, workOn } from '#server/reference/load.ts'
import { reserveNumbers } from '#server/database/number.ts'
import { makeSecret } from '#server/database/secret.ts'
import type { Bucket } from '#server/store/s3.ts'
import { issueSession } from '#server/call/session.ts'
import { searchText } from '#server/base/search.ts'
import { openApart, openBehindBalancer, processes } from './behindBalancer.ts'
import { databaseUrl } from './postgres.ts'
import { openServices } from './services.ts'
import { rootNo, testKey } from './world.ts'
import type { SessionIdentity } from '#server/call/session.types.ts'

export { rootNo }

/** Describes a server on a database of its own; every test file opens one (or two on the same database). */
export type TestServer = {
  url: string
  databaseUrl: string
  services: Services
  /** Works as the owner of the database, beyond row-level security. */
  owner: pg.Pool
  /** Answers a request without a socket; other processes are asked over one. */
  inject?: FastifyInstance['inject']
  /** Gives the process of a separate server. */
  pid?: number
  close(): Promise<void>
}

type Start = {
  template?: string
  sharing?: TestServer
  bypassRls?: boolean
  /** Starts it in a process of its own. */
  apart?: boolean
  /** Names the port; any free one without it, and where it is taken. */
  port?: number | undefined
  identityProviders?: IdentityProviders
  bucket?: Bucket
  /** Lists the targets on this machine that channels may reach. */
  allowInside?: readonly string[]
} & Partial<AppOptions>

export async function startServer({
  template = 'template_plain',
  sharing,
  bypassRls,
  apart,
  port,
  identityProviders,
  bucket,
  allowInside = [],
  ...options
}: Start = {}): Promise<TestServer> {
  const at = sharing?.databaseUrl ?? (await copyDatabase(template))
  const folder = mkdtempSync(join(tmpdir(), 'campus-files-'))
  chmodSync(folder, 0o700)
  const secret = makeSecret(testKey)
  const client = await connectOwner(at)
  const address = await prepareDatabase(client, at, secret)
  await client.end()
  const owner = new pg.Pool({ connectionString: at, max: 2 })
  const services = openServices({
    url: bypassRls ? at : address,
    folder,
    allowInside,
    ...(bucket && { files: openFiles(folder, bucket) }),
    ...(identityProviders && { identityProviders }),
  })
  // Starts a server of its own kind in this process.
  const plain =
    !sharing && !bypassRls && !bucket && !identityProviders && allowInside.length === 0 && Object.keys(options).length === 0
  const order = { database: address, folder }
  const serve = () => (processes() && plain ? openBehindBalancer(order) : openHere(services, options, port))
  const served = await (apart ? openApart(order) : serve())
  return {
    ...served,
    databaseUrl: at,
    services,
    owner,
    async close() {
      await served.close()
      await services.jobs.close()
      await services.database.close()
      await owner.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openHere(services: Services, options: Partial<AppOptions>, wanted = 0) {
  const app = await makeApp(services, { checkOutput: true, logging: false, ...options })
  await app.listen({ port: wanted, host: '127.0.0.1' }).catch(() => app.listen({ port: 0, host: '127.0.0.1' }))
  const { port } = app.server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    inject: app.inject.bind(app),
    close() {
      // Ends connections that a browser holds ready, for which the server would wait.
      app.server.closeAllConnections()
      return app.close()
    },
  }
}

let shared: Promise<TestServer> | undefined

/** Returns the server that all files of a worker share which work in schools of their own only; it ends with the worker. */
export async function sharedServer(): Promise<TestServer> {
  if (processes()) return startServer()
  shared ??= startServer()
  return { ...(await shared), close: async () => {} }
}

async function copyDatabase(template: string): Promise<string> {
  const url = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const admin = await connectOwner(url)
  try {
    await admin.query('select pg_advisory_lock(1)')
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await admin.end()
  }
  return databaseUrl(url, name)
}

/** Makes calls over HTTP as one session. */
export type Client = {
  token: string | undefined
  /** Holds the operation of the last call that changed something and can be undone. */
  lastOp: string
  /** Returns the result of a call; a refusal throws its envelope. */
  call<C extends Call>(call: C, input?: z.input<C['input']>): Promise<z.output<C['output']>>
  /** Returns the envelope of a call, also of a refusal. */
  answer(call: Call, input?: Record<string, unknown>): Promise<Envelope>
}

export class Refused extends Error {
  envelope: Envelope
  constructor(envelope: Envelope) {
    super(`${envelope.code} ${envelope.message}`)
    this.envelope = envelope
  }
}

/** Holds what a browser would send for files, by server: the cookie of the last session that a call was made in. */
export const fileCookies = new Map<string, string>()

const keepCookie = (url: string, headers: Headers) => {
  const [cookie] = headers.get('set-cookie')?.split(';') ?? []
  if (cookie) fileCookies.set(url, cookie)
}

type Sent = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string | FormData }

/** Sends a request to a server of this process without a socket, which takes half the time, and to others over one. */
export async function send({ url, inject }: TestServer, path: string, { method, headers, body }: Sent): Promise<Response> {
  if (!inject) {
    const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
    keepCookie(url, answer.headers)
    return answer
  }
  const form = body instanceof FormData ? new Response(body) : undefined
  const answer = await inject({
    method,
    url: path,
    headers: { 'user-agent': 'node', ...headers, ...(form && { 'content-type': form.headers.get('content-type') ?? '' }) },
    ...(body !== undefined && { payload: form ? Buffer.from(await form.arrayBuffer()) : (body as string) }),
  })
  const { statusCode: status, rawPayload } = answer
  const kept = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) for (const one of [value].flat()) kept.append(name, String(one))
  keepCookie(url, kept)
  return new Response(status === 204 || status === 304 ? null : new Uint8Array(rawPayload), { status, headers: kept })
}

export function clientOf(server: TestServer, token?: string): Client {
  const answer = async (call: Call, input: Record<string, unknown> = {}) => {
    const { method, url, body } = toRequest(call, input)
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    }
    const response = await send(server, url, { method, headers, ...(body !== undefined && { body }) })
    client.lastOp = response.headers.get('x-operation') ?? client.lastOp
    // Treats a file as its own success.
    if (call.answers === 'file' && !response.headers.get('content-type')?.startsWith('application/json'))
      return { code: 0, message: call.message, result: new Uint8Array(await response.arrayBuffer()) }
    const told = await response.text()
    const envelope = readEnvelope(JSON.parse(told))
    if (!envelope) throw new Error(`${call.path} answered ${response.status} without an envelope: ${told.slice(0, 500)}`)
    return envelope
  }
  const client: Client = {
    token,
    lastOp: '',
    answer,
    async call(call, input) {
      const envelope = await answer(call, input as Record<string, unknown>)
      if (envelope.code !== 0) throw new Refused(envelope)
      return envelope.result as never
    },
  }
  return client
}

/** Returns works on the database as its owner, inside one enterprise. */
export const asOwner = <T>(server: TestServer, entNo: string, work: (db: Db) => Promise<T>): Promise<T> =>
  transaction(server.owner, { entNo, call: 'test' }, work)

/** Changes rows as only time could: without stamps, and unknown to history. */
export async function unrecorded({ owner }: TestServer, table: string, statement: string, values: unknown[]) {
  await owner.query(`alter table ${table} disable trigger user`)
  await owner.query(statement, values)
  await owner.query(`alter table ${table} enable trigger user`)
}

export type Person = SessionIdentity & { client: Client; empNo: string }

/** Describes an enterprise of a test's own, with one department and an administrator. */
export type School = { entNo: string; orgNo: string; admin: Person; server: TestServer }

export async function makeSchool(
  server: TestServer,
  { idntNo = '030', prtNo = rootNo }: { idntNo?: string; prtNo?: string } = {},
): Promise<School> {
  const [entNo, orgNo] = (await asOwner(server, '', async (db) => [
    ...(await reserveNumbers(db, 'ENT_NO', 1, `${idntNo}0000000`)),
    ...(await reserveNumbers(db, 'ORG_NO', 1, '')),
  ])) as [string, string]
  await asOwner(server, entNo, async (db) => {
    await workOn(db, entNo)
    await db
      .insertInto('ent')
      .values({ entNo, entName: `学校${entNo}`, prtNo, idntNo })
      .execute()
    await furnishEnterprise(db, entNo, idntNo)
    await db.insertInto('org').values({ entNo, orgNo, orgName: '教务处' }).execute()
  })
  const school = { entNo, orgNo, server } as School
  school.admin = await makePerson(school, { roles: [idntNo === '060' ? 'P060OPERATOR' : `P${idntNo}ADMIN`], idntNo })
  return school
}

let phones = 13_000_000_000

type PersonFacts = { name?: string; roles?: string[]; idntNo?: string; workNo?: string; pwdHash?: string; initial?: boolean }

/** Makes an employee with an account, an identity, roles and a session. */
export async function makePerson({ entNo, orgNo, server }: School, facts: PersonFacts = {}): Promise<Person> {
  const { name = '陈晓雯', roles = [], idntNo = '030', workNo = null, pwdHash = 'none', initial = false } = facts
  const [userNo, empNo] = (await asOwner(server, entNo, async (db) => [
    ...(await reserveNumbers(db, 'USER_NO', 1, entNo)),
    ...(await reserveNumbers(db, 'EMP_NO', 1, entNo)),
  ])) as [string, string]
  const authTel = String(++phones)
  const account = `u${userNo}`
  const identity = { userNo, name: account, idntNo, idntVal: empNo, entNo }
  const { token } = await asOwner(server, entNo, async (db) => {
    await db
      .insertInto('emp')
      .values({
        entNo,
        empNo,
        idntNo,
        empName: name,
        sex: 'F',
        authTel,
        workNo,
        searchText: searchText(name, [empNo, workNo], authTel),
      })
      .execute()
    await db.insertInto('orgemp').values({ entNo, orgNo, empNo, mstFlag: '1' }).execute()
    await db
      .insertInto('account')
      .values({
        userNo,
        name: account,
        nickName: name,
        authTel,
        pwdHash,
        pwdInitial: initial,
        searchText: searchText(name, [account, userNo]),
      })
      .execute()
    await db.insertInto('identity').values({ userNo, idntNo, entNo, idntVal: empNo }).execute()
    for (const roleNo of roles) await db.insertInto('emprole').values({ entNo, empNo, roleNo }).execute()
    return issueSession(db, identity, { pwdHash, pwdInitial: initial }, { way: 'pwd', address: '127.0.0.1', client: 'test' })
  })
  return { ...identity, empNo, client: clientOf(server, token) }
}
