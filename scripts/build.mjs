// Builds the page into dist/web, with its assets compressed beside them, and the manual; writes down what was built.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { writeBuildInfo } from './buildInfo.mjs'
import { buildManual } from './manual.ts'

await build({ logLevel: 'warn' })
await build({ logLevel: 'warn', mode: 'small' })
const folder = 'dist/web/assets'
for (const name of readdirSync(folder).filter((name) => /\.(m?js|css|svg)$/.test(name))) {
  const path = join(folder, name)
  const content = readFileSync(path)
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  writeFileSync(`${path}.br`, brotliCompressSync(content))
}
await buildManual('docs/manual', 'dist/web/manual')
writeBuildInfo()
