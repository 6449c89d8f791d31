import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { BlockList } from 'node:net'
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
  expect(last.find(({ word }) => word === 'CMD')?.text).toBe('["node", "src/app/server/main.ts"]')
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

test('a container of the product that is made anew has the address that nginx knows, and no other can have taken it', () => {
  const compose = readFileSync(join(checkout, 'compose.yaml'), 'utf8')
  const behind = readFileSync(join(checkout, 'deploy/nginx/upstream.compose.conf'), 'utf8').matchAll(/server (\w+):8080/g)
  const addresses = [...behind].map(
    ([, name]) =>
      new RegExp(`\\n  ${name}:\\n    <<: \\*app\\n    networks:\\n      default:\\n        ipv4_address: (\\S+)\\n`).exec(
        compose,
      )?.[1],
  )
  expect(addresses).toEqual(['172.30.8.11', '172.30.8.12'])
  const network = compose.slice(compose.indexOf('\nnetworks:'))
  const [, first = '', bits] = /ip_range: ([\d.]+)\/(\d+)/.exec(network) ?? []
  const range = new BlockList()
  range.addSubnet(first, Number(bits))
  expect(range.check('172.30.8.130')).toBe(true)
  expect([...addresses, '172.30.8.1'].filter((address) => range.check(address ?? ''))).toEqual([])
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

/** What deploy/maintain asks of systemd. In place of systemd the command is run here, with a folder of the test for the backups. */
function maintain(...args: string[]) {
  const folder = makeFolder()
  const backups = makeFolder()
  const asked = join(folder, 'asked.json')
  const stand = `#!${process.execPath}
    const args = process.argv.slice(2)
    const at = args.findIndex((arg) => !arg.startsWith('--'))
    const [options, command] = [args.slice(0, at), args.slice(at)]
    require('node:fs').writeFileSync('${asked}', JSON.stringify({ options, command }))
    if (!command.includes('verify')) process.exit()
    const [program, ...rest] = command.map((arg) => arg.replace('/var/lib/campus-office-backup', '${backups}'))
    process.exit(require('node:child_process').spawnSync(program, rest, { stdio: 'inherit' }).status)`
  writeFileSync(join(folder, 'systemd-run'), stand, { mode: 0o755 })
  const { status, stderr } = spawnSync(join(checkout, 'deploy/maintain'), args, {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env.PATH}` },
  })
  const { options, command } = JSON.parse(existsSync(asked) ? readFileSync(asked, 'utf8') : '{}') as Record<string, string[]>
  return { status, stderr, options: options ?? [], command: command ?? [], left: readdirSync(backups) }
}

test('a backup under systemd is made by the user of the service, in a folder that is its own', () => {
  const { status, options, command } = maintain('backup')
  const asked = options.flatMap((option) => /^--property=(.+)$/.exec(option)?.slice(1) ?? [])
  const unit = readFileSync(join(checkout, 'deploy/campus-office@.service'), 'utf8').split('\n')
  expect(asked.filter((line) => !unit.includes(line))).toEqual(['StateDirectory=campus-office campus-office-backup'])
  expect(asked).toEqual(
    expect.arrayContaining(['DynamicUser=yes', 'User=campus-office', 'EnvironmentFile=-/etc/campus-office.env']),
  )
  expect(options).toContain('--setenv=DATA_DIR=/var/lib/campus-office')
  expect(unit.find((line) => line.includes('DATA_DIR='))).toContain('DATA_DIR=%S/campus-office ')
  expect(status).toBe(0)
  expect(existsSync(command[1] ?? '')).toBe(true)
  expect(command[3]).toMatch(/^\/var\/lib\/campus-office-backup\/\d{4}-\d\d-\d\d-\d{6}\.backup$/)
})

test('a file that only root may read is verified and restored through a copy, of which nothing stays', () => {
  const file = join(makeFolder(), 'a "file".backup')
  writeFileSync(file, 'no backup', { mode: 0o600 })
  expect(maintain('verify', file)).toMatchObject({ status: 18, stderr: expect.stringContaining('不是'), left: [] })
  expect(maintain('restore', file).command.slice(-2)).toEqual(['restore', '/var/lib/campus-office-backup/given.copy'])
  expect(maintain('restore', `${file}x`)).toMatchObject({ status: 1, command: [] })
  expect(maintain('restore')).toMatchObject({ status: 2, stderr: expect.stringContaining('用法'), command: [] })
})
