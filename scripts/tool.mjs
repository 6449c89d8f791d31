// Installs the needed packages first: npm run schema, format, bench, lighthouse, screenshots.
import { buildPage, install, run } from './prepare.mjs'

const tools = {
  schema: ['scripts/schema.mjs'],
  format: ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', '.'],
  lighthouse: ['bench/lighthouse.ts'],
  screenshots: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.browser.config.ts'],
}
const [name, ...rest] = process.argv.slice(2)
const node = install({ everything: true })
if (['lighthouse', 'screenshots'].includes(name) || rest.includes('jobs')) buildPage(node)
// Runs both measurements of speed without a name.
if (name === 'bench') for (const one of rest.length > 0 ? rest : ['list', 'people']) run(node, [`bench/${one}.ts`])
else run(node, [...tools[name], ...rest], name === 'screenshots' ? { SCREENSHOTS: '1' } : {})
