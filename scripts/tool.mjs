// Installs the needed packages first: npm run schema, format, bench, screenshots, looks.
import { existsSync } from 'node:fs'
import { buildPage, install, run } from './prepare.mjs'

const pictures = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.browser.config.ts']
const tools = {
  schema: ['scripts/schema.mjs'],
  format: ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', '.'],
  screenshots: pictures,
  looks: pictures,
}
const [name, ...rest] = process.argv.slice(2)
const node = install({ everything: true })
const takesPictures = tools[name] === pictures
if (takesPictures || rest.includes('jobs') || rest.includes('pages')) buildPage(node)
// Runs the measurements of lists without a name.
if (name === 'bench') {
  const named = rest.filter((word) => existsSync(`bench/${word}.ts`))
  const given = rest.filter((word) => !named.includes(word))
  for (const one of named.length > 0 ? named : ['list', 'people', 'pupilPages']) run(node, [`bench/${one}.ts`, ...given])
} else run(node, [...tools[name], ...rest], takesPictures ? { PICTURES: name } : {})
