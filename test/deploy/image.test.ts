import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkout, cleanUp, freePort, healthy, isRoot, makeFolder, ordinaryUser, run } from '../start/startup.ts'
import { type Step, stages } from './dockerfile.ts'

afterEach(cleanUp)

// Reads .dockerignore as far as it lists whole names that are taken, and tests that are not.
const ignored = readFileSync(join(checkout, '.dockerignore'), 'utf8').split('\n')
const isSent = (path: string) => ignored.includes(`!${path}`) || ignored.includes(`!${path.split('/')[0]}`)
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

// Runs as a longer proof, which installs the packages and builds the page as the image does: WHOLE=1 vitest run test/deploy
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
    // Uses in short the packages that are here already, and an empty page.
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
