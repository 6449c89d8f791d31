import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns what names the files of the page at an address in its head, beyond those that every page names: of the frame, and of the
 * screens whose folder the address begins with. It is written by the build (scripts/pageParts.ts); without it nothing is named.
 */
export function pageParts(webDir: string, html: string): (path: string) => string {
  const file = join(webDir, 'parts.json')
  const parts = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>) : {}
  const known = new Map<string, string>()
  const named = (name: string) => {
    const files = new Set([...(parts['frame'] ?? []), ...(parts[name] ?? [])])
    return [...files]
      .filter((one) => !html.includes(one))
      .map(linkOf)
      .join('')
  }
  return (path) => {
    const name = folderIn(parts, path)
    if (name === undefined) return ''
    const links = known.get(name) ?? named(name)
    known.set(name, links)
    return links
  }
}

const home = '/user/home'

// Finds the folder of screens that an address begins with, step by step from its end; the first page stands at another address.
function folderIn(parts: Record<string, unknown>, path: string): string | undefined {
  if (path === '/' || path === '/dashboard') return home
  for (let at = path.length; at > 0; at = path.lastIndexOf('/', at - 1)) {
    const folder = path.slice(0, at)
    if (Object.hasOwn(parts, folder)) return folder
  }
  return undefined
}

const linkOf = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`
