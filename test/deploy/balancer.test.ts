import { afterEach, expect, test } from 'vitest'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { connectOwner } from '#server/process/migrate.ts'
import { basePath } from '#contract/wire.ts'
import { afterwards, checkout, cleanUp, healthy, makeFolder, run } from '../start/startup.ts'
import { callThrough, fetchThrough, hasNginx, type Nginx } from './nginx.ts'
import { openPair, rollThrough } from './pair.ts'

afterEach(cleanUp)

const send = (nginx: Nginx, token: string | undefined, megabytes: number) => {
  const head = '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
  return fetchThrough(nginx, basePath + upload.upload.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=xx' },
    body: `${head}${'x'.repeat(megabytes * 2 ** 20)}\r\n--xx--\r\n`,
  })
}

test('nginx as deploy/ sets it up takes what the product takes, hides what is not for visitors, and believes no visitor about his address', async ({
  skip,
}) => {
  skip(!hasNginx, 'nginx is not installed')
  const { url, nginx, token } = await openPair()
  expect(nginx.check()).toMatch(/test is successful/)
  expect(nginx.check()).not.toMatch(/\[(warn|emerg)\]/)
  expect(await callThrough(nginx, token, empgrp.getlist, {})).toMatchObject({ code: 0 })
  expect(JSON.parse((await send(nginx, token, 19)).text)).toMatchObject({ code: 0 })
  // Checks that the product itself refuses too large files, not a page of nginx.
  expect(JSON.parse((await send(nginx, token, 30)).text)).toMatchObject({ code: 10010, message: '文件超过 20 MB' })
  // Looks at the page where it was built, and at what a call answers, which holds secrets.
  const zipped = { headers: { 'accept-encoding': 'gzip' } }
  const page = await fetchThrough(nginx, '/login', zipped)
  if (page.status === 200) expect(page.headers['content-encoding']).toBe('gzip')
  expect((await fetchThrough(nginx, '/api/openapi.json', zipped)).headers).not.toHaveProperty('content-encoding')
  expect((await fetchThrough(nginx, '/metrics')).status).toBe(404)
  expect((await fetchThrough(nginx, '/metrics/')).text).not.toContain('campus_')
  const plain = await fetch(`http://127.0.0.1:${nginx.plainPort}/ent`, { redirect: 'manual' })
  expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://127.0.0.1/ent'])
  const login = `${basePath}/common/user/login`
  const body = JSON.stringify({ data: { name: 'nobody-here', pwd: 'wrong-password' } })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' }
  await fetchThrough(nginx, login, { method: 'POST', headers, body })
  const owner = await connectOwner(url)
  afterwards(() => owner.end())
  const { rows } = await owner.query(`select who from login_fail where who like 'address:%'`)
  expect(rows).toEqual([{ who: 'address:127.0.0.1' }])
})

test('while one process after the other is restarted under load, not one request through nginx is lost', {
  timeout: 600_000,
}, async ({ skip }) => {
  skip(!hasNginx, 'nginx is not installed')
  await rollThrough(await openPair(), checkout)
})

test('a process that is told to stop says so on /readyz, goes on answering for a while, and then ends', async () => {
  const dataDir = makeFolder()
  const server = await run({ dataDir, env: { DRAIN_SECONDS: '3' } })
  await healthy(server)
  server.child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503)
  const answer = await fetch(`${server.url}/readyz`)
  expect([await answer.json(), answer.headers.get('connection')]).toEqual([
    { database: 'ok', disk: expect.stringMatching(/ok|low/), server: 'leaving' },
    'close',
  ])
  expect((await fetch(`${server.url}/api/openapi.json`)).status).toBe(200)
  expect(await server.ended).toMatchObject({ code: 0 })
})
