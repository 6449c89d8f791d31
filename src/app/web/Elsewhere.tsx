import { generatePath, matchPath, Navigate } from 'react-router'
import { modules } from '#contract/modules.ts'
import type { Pages } from './pages.types.ts'
import { workPaths } from './workPages.ts'

// Lists the pages that need a right, whoever has it.
const closable = [...modules.flatMap(({ path }) => path ?? []), ...workPaths]

type Props = { path: string; search: string; pages: Pages }

/**
 * Leads on from an address without a page for this user: to the page that is meant, to /401 where it is closed to them, or to /404
 * (docs/spec/page.md#routes).
 */
export default function Elsewhere({ path, search, pages }: Props) {
  const meant = inOwnLetters(path, pages.paths)
  if (meant) return <Navigate replace to={meant + search} />
  return <Navigate replace to={closable.some((one) => matchPath(one, path)) ? '/401' : '/404'} />
}

/** Returns the path of the page that is meant, in its own letters; numbers in it stay as they are written. */
function inOwnLetters(path: string, paths: readonly string[]): string | undefined {
  for (const one of paths) {
    const match = matchPath(one, path)
    if (match) return generatePath(one, match.params)
  }
  return undefined
}
