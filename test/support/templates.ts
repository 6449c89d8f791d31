import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { today } from '#contract/values/day.ts'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/campus-templates')
const minute = 60_000

/**
 * Names what a prepared data folder is made of: every file that making it reads, the packages, and the day,
 * as numbers begin anew with it. Reads the imports themselves, so that no list of them can be out of date.
 */
export function keyOf(maker: string, more: string): string {
  const hash = createHash('sha256').update(`${more} ${today()}`)
  for (const path of [...importsOf(maker).sort(), ...filesIn(join(root, 'db')), join(root, 'package-lock.json')])
    hash.update(relative(root, path)).update(readFileSync(path))
  return hash.digest('hex').slice(0, 24)
}

function importsOf(entry: string): string[] {
  const found = new Set([entry])
  for (const path of found)
    if (path.endsWith('.ts'))
      for (const [, , name = ''] of readFileSync(path, 'utf8').matchAll(
        /(from|import|import\(|URL\(|resolve\()\s*'([#.][^']+)'/g,
      )) {
        const target = name.startsWith('#') ? join(root, 'src', name.slice(1)) : resolve(dirname(path), name)
        if (statSync(target, { throwIfNoEntry: false })?.isFile()) found.add(target)
      }
  return [...found]
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

/** Copies what was kept under this key into a folder; answers false where nothing so young was. */
export function takeKept(key: string, into: string, minutes: number): boolean {
  const kept = join(cache, key)
  const age = Date.now() - (statSync(kept, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  if (age > minutes * minute) return false
  copy(kept, into)
  return true
}

/** Keeps a copy of a folder under a key: made aside and renamed, so that nobody ever finds half of one. */
export function keep(key: string, from: string) {
  // Skips a folder with a link to data that had to be moved.
  if (readdirSync(from, { withFileTypes: true }).some((entry) => entry.isSymbolicLink())) return
  mkdirSync(cache, { recursive: true })
  const making = mkdtempSync(join(cache, 'making-'))
  copy(from, making)
  const now = new Date()
  utimesSync(making, now, now)
  const kept = join(cache, key)
  // Moves an outdated one away, since a rename takes no folder that is full.
  if (existsSync(kept)) renameSync(kept, mkdtempSync(join(cache, 'old-')))
  try {
    renameSync(making, kept)
  } catch {
    // Uses the folder of another run, which was faster.
  }
  forgetOld(key)
}

// Forgets old ones after an hour, enough for whoever copies them.
function forgetOld(key: string) {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (name !== key && age > 60 * minute) rmSync(path, { recursive: true, force: true })
  }
}

const copy = (from: string, into: string) => execFileSync('cp', ['-a', `${from}/.`, into])
