import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { atRate } from '../start/load.ts'
import { changePassword, makeDatabase, passwordOf } from '../start/scenes.ts'
import { checkout, freePort, healthy, makeFolder, type Run, run } from '../start/startup.ts'
import { callThrough, startNginx } from './nginx.ts'

/** Starts two processes of a version, by its folder, on one database behind nginx, with the settings that deploy/ gives them. */
export async function openPair(root = checkout) {
  const url = await makeDatabase('createrole')
  const dataDir = makeFolder()
  const ports = [await freePort(), await freePort()]
  const start = (port: number, version: string) =>
    run({
      dataDir,
      root: version,
      env: { DATABASE_URL: url, PORT: String(port), HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1,::1', DRAIN_SECONDS: '6' },
    })
  const pair = await Promise.all(ports.map((port) => start(port, root)))
  for (const one of pair) await healthy(one)
  const first = pair.find((one) => passwordOf(one)) as Run
  const { token } = await changePassword(first)
  return {
    url,
    pair,
    token,
    restart: (at: number, version: string) => start(ports[at] as number, version),
    nginx: await startNginx(ports),
  }
}

const countOf = async ({ url }: Run) =>
  (await (await fetch(`${url}/metrics`)).text())
    .split('\n')
    .filter((line) => line.startsWith('campus_requests_total{call="/ent/empgrp/'))
    .reduce((sum, line) => sum + Number(line.split(' ')[1]), 0)

type Pair = Awaited<ReturnType<typeof openPair>>

/** Replaces one process after the other by that version, by its folder, while people read and write through nginx: nothing is lost. */
export async function rollThrough({ pair, nginx, token, restart }: Pair, version: string) {
  const written: string[] = []
  const lost: unknown[] = []
  let over = false
  const write = async () => {
    const grpName = randomUUID().slice(0, 30)
    const { code } = await callThrough(nginx, token, empgrp.create, { grpName, grpType: '1' })
    if (code === 0) written.push(grpName)
    else lost.push(code)
  }
  const read = async () => {
    const { code } = await callThrough(nginx, token, empgrp.getpage, {})
    if (code !== 0) lost.push(code)
  }
  const load = (async () => {
    while (!over) await atRate(20, 1, (at) => (at % 2 ? write() : read()).catch((error: unknown) => lost.push(String(error))))
  })()
  for (const at of [0, 1]) {
    const one = pair[at] as Run
    await expect.poll(() => countOf(one), { timeout: 30_000 }).toBeGreaterThan(0)
    one.child.kill('SIGTERM')
    expect(await one.ended).toMatchObject({ code: 0 })
    pair[at] = await restart(at, version)
    await healthy(pair[at] as Run)
    await expect.poll(() => countOf(pair[at] as Run), { timeout: 30_000 }).toBeGreaterThan(5)
  }
  over = true
  await load
  expect(lost).toEqual([])
  const { result } = await callThrough(nginx, token, empgrp.getlist, {})
  expect((result as { grpName: string }[]).map(({ grpName }) => grpName).sort()).toEqual(written.sort())
}
