import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startS3 } from '../s3Server.ts'
import { afterwards, checkout, cleanUp, freePort, isRoot, makeFolder, ordinaryUser, run, healthy } from '../start/startup.ts'

afterEach(cleanUp)

const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0

type Step = { word: string; text: string }

/** The steps of the Dockerfile, each stage apart. */
function stages(): Step[][] {
  const lines = readFileSync(join(checkout, 'Dockerfile'), 'utf8').split('\n')
  const steps = lines
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [word = '', ...rest] = line.split(' ')
      return { word, text: rest.join(' ') }
    })
  const starts = steps.flatMap(({ word }, at) => (word === 'FROM' ? [at] : []))
  return starts.map((start, n) => steps.slice(start, starts[n + 1]))
}

// What .dockerignore lets through, as far as it says it: whole names that are taken, and the tests that are not.
const ignored = readFileSync(join(checkout, '.dockerignore'), 'utf8').split('\n')
const isSent = (path: string) => ignored.includes(`!${path.split('/')[0]}`)
const isTest = (path: string) => path.endsWith('.test.ts')

/** Does what a stage says with the files of this checkout, in a folder that is empty at first. */
function doStage(steps: Step[], into: string, earlier: string, runs: boolean) {
  const folder = join(into, 'app')
  mkdirSync(folder, { recursive: true })
  for (const { word, text } of steps) {
    if (word === 'COPY') {
      const words = text.split(' ')
      const from = words[0]?.startsWith('--from') ? earlier : checkout
      const paths = words.filter((one) => !one.startsWith('--'))
      const target = paths.pop() as string
      for (const path of paths) {
        if (from === checkout) expect([path, isSent(path)]).toEqual([path, true])
        const source = from === checkout ? join(checkout, path) : join(earlier, path)
        const to = target.endsWith('/') ? join(folder, basename(path)) : join(folder, target)
        mkdirSync(dirname(to), { recursive: true })
        cpSync(source, to, { recursive: true, verbatimSymlinks: true, filter: (one) => !isTest(one) })
      }
    } else if (word === 'RUN' && runs) execFileSync('sh', ['-c', text], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return folder
}

// A longer proof, which installs the packages and builds the page as the image does: WHOLE=1 vitest run test/deploy
const whole = process.env.WHOLE === '1'

test('what the Dockerfile copies and runs is enough to start, as a user who is not root, with the embedded database', {
  timeout: 1_500_000,
}, async ({ skip }) => {
  skip(isRoot && !ordinaryUser, 'no ordinary user reaches this checkout')
  const [build = [], last = []] = stages()
  const image = makeFolder()
  const made = join(image, 'build')
  if (whole) doStage(build, made, '', true)
  else {
    // In short: the packages that are here already, and a page that says nothing.
    mkdirSync(join(made, 'app/dist/web'), { recursive: true })
    for (const name of ['index', 'docs', 'm']) writeFileSync(join(made, `app/dist/web/${name}.html`), '<html></html>')
    symlinkSync(join(checkout, 'node_modules'), join(made, 'app/node_modules'))
  }
  const steps = last.filter(({ text }) => !text.startsWith('mkdir /data'))
  const root = doStage(steps, join(image, 'run'), made, true)
  expect(existsSync(join(root, 'test'))).toBe(false)
  const env = Object.fromEntries((last.find(({ word }) => word === 'ENV')?.text ?? '').split(' ').map((pair) => pair.split('=')))
  expect(last.find(({ word }) => word === 'USER')?.text).toBe('node')
  expect(last.find(({ word }) => word === 'CMD')?.text).toBe('["node", "src/server/main.ts"]')
  const dataDir = makeFolder(ordinaryUser)
  const port = String(await freePort())
  const server = await run({ dataDir, user: ordinaryUser, root, env: { ...env, DATA_DIR: dataDir, PORT: port } })
  await healthy(server, 300_000)
  const [, , probe = ''] = JSON.parse(
    /CMD (\[.*\])$/.exec(last.find(({ word }) => word === 'HEALTHCHECK')?.text ?? '')?.[1] ?? '[]',
  ) as string[]
  const isHealthy = () => spawnSync(process.execPath, ['-e', probe], { env: { PORT: port } }).status
  expect(isHealthy()).toBe(0)
  expect((await fetch(server.url)).headers.get('content-type')).toContain('text/html')
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0 })
  expect(isHealthy()).toBe(1)
})

test('packages that only the page needs, and the image leaves out, are not asked for by the server', () => {
  const line = stages()[0]?.find(({ text }) => text.startsWith('npm uninstall'))?.text ?? ''
  const left = line.split(' ').filter((word) => /^[@a-z]/.test(word) && !['npm', 'uninstall'].includes(word))
  const { dependencies } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  expect(left.filter((name) => !(name in dependencies))).toEqual([])
  expect(left).toContain('antd')
})

test('compose.yaml is understood, and says which secrets are missing', async ({ skip }) => {
  const compose = has('docker', 'compose', 'version')
    ? ['docker', 'compose']
    : has('docker-compose', 'version')
      ? ['docker-compose']
      : undefined
  skip(!compose, 'neither docker compose nor docker-compose is installed')
  const [command = '', ...first] = compose ?? []
  const config = (env: Record<string, string>) =>
    spawnSync(command, [...first, '-f', 'compose.yaml', 'config'], {
      cwd: checkout,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    })
  const good = config({ POSTGRES_PASSWORD: 'abc', SECRET_KEY: 'k'.repeat(32), S3_SECRET: 'def' })
  expect([good.status, good.stderr]).toEqual([0, ''])
  expect(good.stdout).toContain('postgres://campus:abc@postgres:5432/campus')
  for (const path of ['nginx/campus.conf', 'nginx/upstream.compose.conf']) {
    expect(good.stdout).toContain(`deploy/${path}`)
    expect(existsSync(join(checkout, 'deploy', path))).toBe(true)
  }
  expect(config({ SECRET_KEY: 'k'.repeat(32), S3_SECRET: 'def' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('write it into .env'),
  })
})

test('the bucket is made before the first start, and found made afterwards', async () => {
  const store = await startS3()
  afterwards(() => store.close())
  const env = { S3_ENDPOINT: store.endpoint, S3_BUCKET: 'another', S3_KEY_ID: store.keyId, S3_SECRET: store.secret }
  const make = (more: Record<string, string> = {}) =>
    new Promise<{ code: number; told: string }>((resolve) => {
      execFile(
        process.execPath,
        ['src/server/store/makeBucket.ts'],
        { cwd: checkout, env: { ...env, ...more } },
        (error, _, told) => resolve({ code: error ? Number(error.code) : 0, told }),
      )
    })
  expect(await make()).toEqual({ code: 0, told: '' })
  expect(await make()).toEqual({ code: 0, told: '' })
  expect(await make({ S3_SECRET: '' })).toMatchObject({ code: 17, told: expect.stringContaining('还要设置 S3_BUCKET') })
  expect(await make({ S3_BUCKET: '不行' })).toMatchObject({ code: 1, told: expect.stringContaining('没有建成') })
})

test('the unit for systemd is understood, and shuts the service in', async ({ skip }) => {
  skip(!has('systemd-analyze', '--version'), 'systemd is not installed')
  const folder = makeFolder()
  const path = join(folder, 'campus-office@8080.service')
  const unit = readFileSync(join(checkout, 'deploy/campus-office@.service'), 'utf8')
  writeFileSync(path, unit.replaceAll('/opt/campus-office', checkout))
  const verified = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
  expect([verified.status, verified.stderr]).toEqual([0, ''])
  const told = spawnSync('systemd-analyze', ['security', '--offline=yes', path], { encoding: 'utf8' }).stdout
  expect(Number(/Overall exposure level for \S+: ([\d.]+)/.exec(told)?.[1])).toBeLessThan(2)
})
