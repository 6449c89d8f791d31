import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { connectOwner } from '#server/process/migrate.ts'
import { type Client, clientOf, Refused, type TestServer } from '../support/harness.ts'
import { databaseUrl } from '../support/postgres.ts'
import { afterwards, cleanUp, open, postmasterOf, type Run, removeFolder, stop, superuserOf } from './startup.ts'

/** Holds the password of the operator in a folder made by `filledFolder`. */
export const password = 'Xiaoyuan2026'

/** Makes a data folder after its first start, with the operator's password changed; the tests of a file work on copies of it. */
export function filledFolder(): string {
  const filled = mkdtempSync(join(tmpdir(), 'campus-filled-'))
  beforeAll(async () => {
    chmodSync(filled, 0o711)
    const server = await open({ dataDir: filled })
    await changePassword(server)
    await stop(server, filled)
  })
  afterEach(cleanUp)
  afterAll(async () => {
    await cleanUp()
    await removeFolder(filled)
  })
  return filled
}

// Casts the server, of which clientOf reads nothing but the address.
export const clientOn = ({ url }: Run, token?: string) => clientOf({ url } as TestServer, token)

export const passwordOf = ({ output }: Run) => /初始密码 ([\w-]+)（/.exec(output.stdout)?.[1] ?? ''

export async function signIn(server: Run, pwd = password): Promise<Client> {
  return clientOn(server, (await clientOn(server).call(signin.login, { name: 'admin', pwd })).token)
}

export async function changePassword(server: Run, oldPwd = passwordOf(server)): Promise<Client> {
  const initial = await signIn(server, oldPwd)
  return clientOn(server, (await initial.call(user.updatepwd, { oldPwd, newPwd: password })).token)
}

export const groupsOf = async (client: Client) => (await client.call(empgrp.getlist)).map(({ grpName }) => grpName)

/** Lets three sessions write one group after another until the server is gone, as fast as each may; a refusal fails the test. */
export async function startWriters(server: Run, written: string[]): Promise<Promise<void>[]> {
  const clients = await Promise.all([1, 2, 3].map(() => signIn(server)))
  return clients.map((client) => writeGroups(client, written))
}

async function writeGroups(client: Client, written: string[]) {
  for (;;) {
    // Stays below what one session may ask for.
    await sleep(35)
    const grpName = randomUUID().slice(0, 30)
    try {
      await client.call(empgrp.create, { grpName, grpType: '1' })
    } catch (error) {
      if (error instanceof Refused) throw error
      return
    }
    written.push(grpName)
  }
}

export async function ask({ url }: Run, { token }: Client): Promise<{ status: number; code: number }> {
  const response = await fetch(`${url}/api/services/ent/empgrp/getlist?version=v1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { code } = (await response.json()) as { code: number }
  return { status: response.status, code }
}

export const isWaiting = async (database: pg.Client) =>
  (await database.query('select 1 from pg_locks where not granted')).rowCount !== 0

/** Tells whether a first start has prepared its database and is filling it in. */
export async function isWriting(dataDir: string): Promise<boolean> {
  try {
    const database = await superuserOf(dataDir)
    const found = await database.query("select from meta, pg_stat_activity where key = 'role' and backend_xid is not null")
    await database.end()
    return found.rowCount !== 0
  } catch {
    return false
  }
}

/** Makes a database of its own on a real server, with a user who is no superuser. */
export async function makeDatabase(right: 'createrole' | 'nocreaterole', owns = true): Promise<string> {
  const server = inject('postgresUrl')
  const name = `start_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const admin = await connectOwner(server)
  await admin.query(`create role ${name} login ${right} password 'right'`)
  await admin.query(`create database ${name} ${owns ? `owner ${name}` : ''}`)
  await admin.end()
  return Object.assign(new URL(databaseUrl(server, name)), { username: name, password: 'right' }).href
}

export const reach = '/var/lib/campus-office-postgres'

// Removes what the test leaves under /var/lib, and nothing that was there before.
export function forgetReachAfterwards() {
  const there = existsSync(reach) ? readdirSync(reach) : undefined
  afterwards(async () => {
    const made = existsSync(reach) ? readdirSync(reach).filter((name) => !there?.includes(name)) : []
    for (const name of made) await removeFolder(join(reach, name))
    if (!there) rmSync(reach, { recursive: true, force: true })
  })
}

export const placeOf = (dataDir: string) => ({
  data: realpathSync(join(dataDir, 'pg18')),
  bin: readlinkSync(`/proc/${postmasterOf(dataDir)}/exe`),
})
