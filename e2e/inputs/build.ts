import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const built = resolve('dist/inputs')

/** Builds the page of the inputs, as the product is built, where its sources are not those of last time; returns its folder. */
export async function buildInputs(): Promise<string> {
  const folder = join(built, hashOfSources())
  if (existsSync(folder)) return folder
  const names = existsSync(built) ? readdirSync(built) : []
  for (const older of names.filter((name) => !name.startsWith(underWay)))
    rmSync(join(built, older), { recursive: true, force: true })
  const outDir = join(built, `${underWay}${process.pid}`)
  await buildInto(outDir)
  try {
    renameSync(outDir, folder)
  } catch (error) {
    // Uses the same page that another worker built meanwhile.
    if (!existsSync(folder)) throw error
    rmSync(outDir, { recursive: true })
  }
  return folder
}

const underWay = 'building-'

async function buildInto(outDir: string) {
  mkdirSync(outDir, { recursive: true })
  const before = process.env.NODE_ENV
  // Sets the environment, for under tests some components behave otherwise.
  process.env.NODE_ENV = 'production'
  const { antdStyles } = await import('../../scripts/antdStyles.ts')
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), antdStyles()],
    build: { outDir, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 4000, modulePreload: { polyfill: false } },
  })
  process.env.NODE_ENV = before
  // Makes the other pages, which the server asks for, too.
  for (const page of ['docs.html', 'm.html']) writeFileSync(join(outDir, page), '')
}

function hashOfSources() {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'))
  for (const folder of ['src', 'e2e/inputs', 'scripts'])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(tsx?|css|html|json|svg)$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}
