import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ComponentType, ReactNode } from 'react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Plugin } from 'vite'

type Hook = (...prefixes: string[]) => unknown
type Makers = Record<string, (component: string | string[], ...rest: unknown[]) => Hook>
type Tree = { type: string; start: number; end: number; [key: string]: unknown }
type Cache = { cache: Map<string, unknown> }

const require = createRequire(import.meta.url)
const { createCache, extractStyle, StyleProvider } = require('@ant-design/cssinjs') as {
  createCache: () => Cache
  extractStyle: (cache: Cache, options: { plain: boolean; types: string }) => string
  StyleProvider: ComponentType<{ cache: Cache; children?: ReactNode }>
}
const makers = ['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']

// Names the classes that differ from the folder of the component.
const classes: Record<string, string[]> = {
  '_util/wave/style': ['wave'],
  'badge/style/ribbon': ['ribbon'],
  'button/style/index': ['btn'],
  'button/style/compact': ['btn'],
  'date-picker/style/index': ['picker'],
  'grid/style/index': ['row', 'col'],
  'input/style/search': ['input-search'],
  'input/style/otp': ['otp'],
  'layout/style/sider': ['layout-sider'],
  'qr-code/style/index': ['qrcode'],
  'space/style/addon': ['space-addon'],
  'space/style/compact': ['space-compact'],
}

// Names what no page draws, or only a browser of long ago, so that it makes no sheet.
const unused = ['back-top', 'calendar', 'float-button'].map((name) => `${name}/style/index`)
unused.push('form/style/fallbackCmp', 'pagination/style/bordered')

/**
 * Writes the styles of antd's components, which it would make in the browser, into sheets at build time: one for each module that
 * makes some, in the layer `antd`, loaded with the part of the page that draws them. What makes them is left out of the program;
 * the variables, which hold the colours of an enterprise and of dark mode, are still made in the browser, once for the whole page
 * (docs/decisions/0045-styles-made-by-the-build.md). Fails where antd's source is not as it was.
 */
export function antdStyles(): Plugin {
  const sheet = /^antd-styles:(.*)\.css$/
  const componentsOf = new Map<string, string[]>()
  return {
    name: 'antd-styles',
    apply: 'build',
    resolveId: (id) => (sheet.test(id) ? { id, moduleSideEffects: true } : undefined),
    load(id) {
      const path = sheet.exec(id)?.[1]
      return path && `@layer antd{${path === 'shared' ? sharedStyles() : stylesOf(path, componentsOf.get(path) ?? [])}}`
    },
    transform(code, id) {
      const find = (wanted: (node: Tree) => boolean): Tree[] => {
        const found = nodesOf(this.parse(code) as unknown as Tree).filter(wanted)
        return found.length > 0 ? found : this.error(`${id} is not as it was: its styles cannot be made by the build`)
      }
      const path = /\/node_modules\/antd\/es\/(.*)\.js$/.exec(id)?.[1]
      if (path && /\/style(\/|$)/.test(path) && makers.some((name) => code.includes(`${name}(`))) {
        const calls = find((node) => makers.includes(calleeOf(node))).map((node) => node['arguments'] as Tree[])
        componentsOf.set(
          path,
          calls.map(([component]) => namesIn(component as Tree).join('-')),
        )
        return withImport(
          path,
          replaced(
            code,
            calls.map((args) => args[1] as Tree),
            '() => []',
          ),
        )
      }
      if (path === 'theme/util/useResetIconStyle')
        return {
          code: replaced(
            code,
            find((node) => calleeOf(node) === 'useStyleRegister'),
            'undefined',
          ),
          map: null,
        }
      if (id.endsWith('/@ant-design/cssinjs-utils/es/util/genStyleUtils.js')) {
        const maker = find((node) => node.type === 'FunctionDeclaration' && nameOf(node['id']) === 'genComponentStyleHook')
        return withImport(
          'shared',
          replaced(
            code,
            maker.map((node) => node['body'] as Tree),
            "{ return () => '' }",
          ),
        )
      }
      // Declares the variables of all components at the root alone: else each element of antd declares all 381 again.
      if (id.endsWith('/@ant-design/cssinjs/es/util/css-variables.js')) {
        const selector = find((node) => node.type === 'VariableDeclarator' && nameOf(node['id']) === 'selector')
        return {
          code: replaced(
            code,
            selector.map((node) => (node['init'] as Tree)['alternate'] as Tree),
            "':root'",
          ),
          map: null,
        }
      }
      return
    },
  }
}

const withImport = (name: string, code: string) => ({ code: `import 'antd-styles:${name}.css'\n${code}`, map: null })

const replaced = (code: string, places: readonly Tree[], text: string) =>
  places.toSorted((a, b) => b.start - a.start).reduce((out, { start, end }) => out.slice(0, start) + text + out.slice(end), code)

const nameOf = (node: unknown) => (node as { name?: string } | undefined)?.name ?? ''
const calleeOf = (node: Tree) => (node.type === 'CallExpression' ? nameOf(node['callee']) : '')
const namesIn = (component: Tree): string[] =>
  component.type === 'ArrayExpression' ? (component['elements'] as Tree[]).flatMap(namesIn) : [String(component['value'])]

function nodesOf(node: Tree, found: Tree[] = []): Tree[] {
  found.push(node)
  for (const value of Object.values(node))
    for (const part of Array.isArray(value) ? value : [value])
      if (part && typeof part === 'object' && 'type' in part) nodesOf(part, found)
  return found
}

// Notes every hook that antd makes, by the name of its component; the second build of a process finds those of the first.
const utils = require('antd/lib/theme/util/genStyleUtils.js') as Makers & { hooks?: Map<string, Hook[]> }
const hooks = (utils.hooks ??= noteHooks())

function noteHooks() {
  const noted = new Map<string, Hook[]>()
  for (const name of makers) {
    const make = utils[name] as Makers[string]
    utils[name] = (component, ...rest) => {
      const made = make(component, ...rest)
      const hook: Hook = name === 'genSubStyleComponent' ? (prefixCls) => made({ prefixCls } as never) : made
      const key = [component].flat().join('-')
      noted.set(key, [...(noted.get(key) ?? []), hook])
      return made
    }
  }
  return noted
}
const { ConfigProvider } = require('antd') as typeof import('antd')

/** Returns the styles that the hooks of some components register in a module of antd, by its path. */
function stylesOf(path: string, components: readonly string[]): string {
  const made = [...new Set(components)].flatMap((name) => hooks.get(name) ?? [])
  // Calls those that make their hooks only when they are called.
  const called = made.length > 0 ? made : [(require(`antd/lib/${path}.js`) as { default: Hook }).default]
  const names = classes[path] ?? [path.split('/')[0] as string]
  return called.map((hook, at) => stylesFor(path, hook, `ant-${names[at] ?? names[0]}`)).join('')
}

/** Returns what a hook registers for a class, named within the class of its variables or not, as antd's own sheet has it. */
function stylesFor(path: string, hook: Hook, prefixCls: string): string {
  // Gives the drop-down of a tree the class of the tree in it.
  const tree = path.startsWith('tree-select/') ? ['ant-select-tree'] : []
  const ways = [[`${prefixCls}-css-var`], [], [`${prefixCls}-wrapper`]].map((rootCls) => {
    const styles = registered(
      () => hook(prefixCls, ...tree, ...rootCls),
      (key) => !isShared(key),
    )
    return { styles, strange: rulesIn(styles).find((rule) => !antdsOwn.has(rule)) }
  })
  const known = ways.find(({ strange }) => !strange)
  if (!known && unused.includes(path)) return ''
  if (!known)
    throw new Error([`antd's own sheet has no such rule as ${path} makes:`, ...ways.map((way) => way.strange)].join('\n'))
  return leftToRight(known.styles)
}

const antdsOwn = new Set(rulesIn(readFileSync(require.resolve('antd/dist/antd.css'), 'utf8')))

const isShared = (key: string) => /%(Shared|ant-design-icons)%/.test(key)

// Calls the components before their parts: a part reckons with what its component says has no unit, and antd asks only the first of
// them, while the order in which files are loaded changes from build to build.
for (const [name, [hook]] of hooks) if (!name.includes('-')) registered(() => hook?.('ant'), isShared)

const sharedStyles = () => registered(() => hooks.get('Button')?.[0]?.('ant-btn'), isShared)

/** Draws a page that calls a hook alone, as a server would, and returns what it registered under the wanted keys. */
function registered(hook: () => unknown, isWanted: (key: string) => boolean): string {
  const cache = createCache()
  const Registering = () => (hook(), null)
  const theme = { hashed: false, cssVar: { key: 'css-var' } }
  renderToString(createElement(StyleProvider, { cache }, createElement(ConfigProvider, { theme }, createElement(Registering))))
  for (const key of cache.cache.keys()) if (!isWanted(key)) cache.cache.delete(key)
  // Leaves out the list of what was made, which only a server's page needs.
  return rulesIn(extractStyle(cache, { plain: true, types: 'style' }))
    .filter((rule) => !rule.startsWith('.data-ant-cssinjs'))
    .join('')
}

/** Leaves out of a sheet what is for pages that are written from right to left. */
function leftToRight(sheet: string): string {
  const parts = rulesIn(sheet).map((rule) => {
    const at = rule.indexOf('{')
    const [head, body] = [rule.slice(0, at), rule.slice(at + 1, -1)]
    if (/^@(media|supports)/.test(head)) return [head, leftToRight(body)]
    // Cuts at the commas outside of brackets.
    return [
      head.startsWith('@')
        ? head
        : head
            .split(/,(?![^(]*\))/)
            .filter((selector) => !selector.includes('-rtl'))
            .join(','),
      body,
    ]
  })
  return parts.map(([head, body]) => head && body && `${head}{${body}}`).join('')
}

/** Cuts a sheet into its outermost rules. */
function rulesIn(sheet: string): string[] {
  const rules: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < sheet.length; at++) {
    if (sheet[at] === '{') depth++
    else if (sheet[at] === '}' && --depth === 0) {
      rules.push(sheet.slice(start, at + 1).trim())
      start = at + 1
    }
  }
  return rules
}
