import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { type Envelope, readEnvelope, toRequest } from '#contract/wire.ts'
import { afterwards, checkout, freePort, isRoot, makeFolder, until } from '../start/startup.ts'

/** Tells whether this machine has nginx; `npm test` installs it where it may. */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0

/** Describes a real nginx with the configuration of `deploy/nginx`, changed in nothing but addresses and paths. */
export type Nginx = { port: number; plainPort: number; check(): string }

export async function startNginx(upstreams: readonly number[]): Promise<Nginx> {
  const folder = makeFolder()
  const [port, plainPort] = [await freePort(), await freePort()]
  const from = join(checkout, 'deploy/nginx')
  mkdirSync(join(folder, 'tls'))
  execFileSync(
    'openssl',
    [
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'],
      ['-keyout', join(folder, 'tls/campus.key'), '-out', join(folder, 'tls/campus.crt')],
    ].flat(),
    { stdio: 'ignore' },
  )
  const [campus, upstream] = ['campus.conf', 'upstream.conf'].map((name) => readFileSync(join(from, name), 'utf8')) as [
    string,
    string,
  ]
  const here = campus
    .replaceAll('/etc/nginx/campus', folder)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
  writeFileSync(join(folder, 'campus.conf'), here)
  writeFileSync(
    join(folder, 'upstream.conf'),
    [8080, 8081].reduce((text, shown, at) => text.replace(`:${shown} `, `:${upstreams[at]} `), upstream),
  )
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${isRoot ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {} http { ${places} include ${folder}/campus.conf; }`,
  )
  const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]
  const check = () => spawnSync('nginx', [...args, '-t'], { encoding: 'utf8' }).stderr
  const child: ChildProcess = spawn('nginx', args, { stdio: 'ignore' })
  afterwards(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  const nginx = { port, plainPort, check }
  await until('nginx answers', () =>
    fetchThrough(nginx, '/healthz').then(
      () => true,
      () => false,
    ),
  )
  return nginx
}

const agent = new Agent({ rejectUnauthorized: false, keepAlive: true })

type Asked = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
export type Answered = { status: number; text: string; headers: Record<string, unknown> }

/** Asks over TLS, without looking at the certificate. */
export function fetchThrough({ port }: Pick<Nginx, 'port'>, path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  return new Promise<Answered>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request({ host: '127.0.0.1', port, path, method, agent, headers: { ...headers, ...length } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString(), headers: answer.headers }),
      )
      answer.on('error', reject)
    })
    sent.once('error', reject).end(body)
  })
}

/** Makes a call; what is no envelope is an error. */
export async function callThrough<C extends Call>(
  nginx: Nginx,
  token: string | undefined,
  call: C,
  input: z.input<C['input']>,
): Promise<Envelope> {
  const { method, url, body } = toRequest(call, input as Record<string, unknown>)
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const { status, text } = await fetchThrough(nginx, url, {
    method,
    headers,
    ...(body !== undefined && { body: body as string }),
  })
  const envelope = status === 200 && readEnvelope(JSON.parse(text))
  if (!envelope) throw new Error(`${call.path} was answered with ${status} ${text.slice(0, 200)}`)
  return envelope
}
