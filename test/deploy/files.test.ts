import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { basename, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startS3 } from '../support/s3Server.ts'
import { afterwards, checkout, cleanUp, makeFolder } from '../start/startup.ts'
import { stages } from './dockerfile.ts'

afterEach(cleanUp)

const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0

test('packages that only the page needs, and the image leaves out, are not asked for by the server', () => {
  const line = stages()[0]?.find(({ text }) => text.startsWith('npm uninstall'))?.text ?? ''
  const left = line.split(' ').filter((word) => /^[@a-z]/.test(word) && !['npm', 'uninstall'].includes(word))
  const { dependencies } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  expect(left.filter((name) => !(name in dependencies))).toEqual([])
  expect(left).toContain('antd')
})

test('the image is given every part of the settings of the compiler, which the page is built by', () => {
  const [build = []] = stages()
  const copied = build.flatMap(({ word, text }) => (word === 'COPY' ? text.split(' ') : []))
  const read = (path: string) => JSON.parse(readFileSync(join(checkout, path), 'utf8'))
  const parts = read('tsconfig.json').references.map(({ path }: { path: string }) => basename(path))
  const named = ['tsconfig.json', ...parts, ...parts.map((path: string) => basename(read(path).extends))]
  expect(named.filter((path) => !copied.includes(path))).toEqual([])
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

test('what starts the service in a unit, an image or a composition is a file that is there', () => {
  const named = ['deploy/campus-office@.service', 'deploy/maintain', 'Dockerfile', 'compose.yaml'].flatMap((file) =>
    [...readFileSync(join(checkout, file), 'utf8').matchAll(/\bsrc\/[\w./]+\.ts/g)].map(([path]) => path),
  )
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((path) => !existsSync(join(checkout, path)))).toEqual([])
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

/** Runs the commands that deploy/maintain gives to systemd, with a folder of the test for the backups. */
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
  expect(maintain('password', 'admin').command.slice(1)).toEqual([expect.stringMatching(/passwordCommand\.ts$/), 'admin'])
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
