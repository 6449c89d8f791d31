import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codes } from '#contract/codes.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { makeApp } from '#app/server/app.ts'
import { type Metrics, openMetrics } from '#server/http/metrics.ts'
import { isInAddressList } from '#server/base/addressList.ts'
import { readEnv } from '#server/process/env.ts'
import { jobsOf } from '#app/server/hourlyJob.ts'
import { clientOf, makeSchool, type School, startServer, type TestServer } from '../support/harness.ts'

let server: TestServer
let school: School
let metrics: Metrics
let app: Awaited<ReturnType<typeof makeApp>>
let url: string
beforeAll(async () => {
  server = await startServer()
  school = await makeSchool(server)
  metrics = openMetrics(server.services, [])
  app = await makeApp(server.services, { checkOutput: true, logging: false, trustedProxies: ['127.0.0.1'], metrics })
  await app.listen({ port: 0, host: '::' })
  url = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`
})
afterAll(async () => {
  metrics.register.clear()
  await app.close()
  await server.close()
})

const read = async (headers: Record<string, string> = {}) => fetch(`${url}/metrics`, { headers })

/** Reads the value of one series; undefined where there is none. */
async function valueOf(series: string): Promise<number | undefined> {
  const line = (await (await read()).text()).split('\n').find((text) => text.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

const counted = async (call: string, outcome: string) =>
  (await valueOf(`campus_requests_total{call="${call}",outcome="${outcome}"}`)) ?? 0

test('requests are counted by call and outcome, and how long they took by call', async () => {
  const client = clientOf({ url } as TestServer, school.admin.client.token)
  await client.call(empgrp.create, { grpName: '食堂', grpType: '1' })
  expect(await client.answer(empgrp.create, { grpName: '', grpType: '1' })).toMatchObject({ code: 10001 })
  await client.call(upload.upload, { file: new File(['x'.repeat(5000)], '通知.txt') })
  expect(await counted('/ent/empgrp/create', 'ok')).toBe(1)
  expect(await counted('/ent/empgrp/create', 'refused')).toBe(1)
  expect(await valueOf('campus_request_seconds_count{call="/ent/empgrp/create"}')).toBe(2)
  expect(await valueOf('campus_upload_bytes_total')).toBeGreaterThan(5000)
  const { pool } = server.services.database
  const { query, connect } = pool
  const fail = () => Promise.reject(new Error('a bug'))
  Object.assign(pool, { query: fail, connect: fail })
  const failed = await client.answer(empgrp.getlist)
  Object.assign(pool, { query, connect })
  expect(failed).toMatchObject({ code: codes.internal[0] })
  expect(await counted('/ent/empgrp/getlist', 'failed')).toBe(1)
  // Checks that a request refused as too large counts for its call all the same.
  const large = JSON.stringify({ data: { grpName: 'x'.repeat(1024 * 1024) } })
  await fetch(`${url}/api/services/ent/empgrp/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: large,
  })
  expect(await counted('/ent/empgrp/create', 'refused')).toBe(2)
})

test('an address that is no call is one series, and neither people nor enterprises are in any', async () => {
  for (const path of ['/api/services/ent/empgrp/13912345678', '/13912345678?token=secret-one', '/files/13912345678'])
    await fetch(url + path)
  const text = await (await read()).text()
  expect(await counted('other', 'refused')).toBeGreaterThanOrEqual(2)
  for (const word of ['13912345678', 'secret-one', school.entNo, school.admin.userNo, school.admin.name])
    expect(text).not.toContain(word)
})

test('the process, its connections, its version and the work of the hour are told', async () => {
  await jobsOf(metrics.clockDone)
    .find(({ name }) => name === 'hourly')
    ?.run(server.services, {} as never)
  expect(await valueOf('campus_clock_success_timestamp_seconds')).toBeGreaterThan(1_700_000_000)
  const text = await (await read()).text()
  for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
    expect(text).toMatch(new RegExp(`^${name} [\\d.e+-]+$`, 'm'))
  for (const pool of ['calls', 'apart'])
    for (const state of ['used', 'idle', 'waiting'])
      expect(await valueOf(`campus_database_connections{pool="${pool}",state="${state}"}`)).toBeGreaterThanOrEqual(0)
  expect(text).toMatch(/^campus_build_info\{version="[\d.]+",commit="\w*",node="v24[\d.]+"\} 1$/m)
})

test('only this machine itself reads it: not who comes through a proxy, nor from another address', async () => {
  expect((await read()).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const absent = { code: 10008, result: null, message: '没有这个接口' }
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
    const answer = await read({ [header]: '127.0.0.1' })
    expect([answer.status, await answer.json()]).toEqual([404, absent])
  }
  const own = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address
  if (!own) return
  const { port } = new URL(url)
  const answer = await new Promise<number | undefined>((resolve, reject) => {
    request({ host: own, port, path: '/metrics', localAddress: own }, ({ statusCode }) => resolve(statusCode))
      .on('error', reject)
      .end()
  })
  expect(answer).toBe(404)
})

test('a list of addresses opens it to those and no others, also where IPv4 is written as IPv6', () => {
  const isPeer = isInAddressList(readEnv({ METRICS_FROM: '10.1.0.0/16, 2001:db8::/32,192.0.2.7' }).metricsFrom)
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.200.3', '::ffff:10.1.2.3', '2001:db8::5', '192.0.2.7'])
    expect([address, isPeer(address)]).toEqual([address, true])
  for (const address of ['10.2.0.1', '::ffff:10.2.0.1', '192.0.2.8', '2001:db9::1', '::', undefined, '', 'localhost'])
    expect([address, isPeer(address)]).toEqual([address, false])
})

test.each(['METRICS_FROM', 'TRUSTED_PROXIES'])('%s that is no list of addresses is refused', (setting) => {
  for (const written of ['everyone', '10.0.0.0/33', '10.0.0.0/x', '::/129', '1.2.3', '10.0.0.1;10.0.0.2'])
    expect(() => readEnv({ [setting]: written })).toThrow(`${setting} 里的“${written}”不是地址`)
  expect(() => readEnv({ [setting]: ' 10.0.0.1 , ,fd00::/8' })).not.toThrow()
})
