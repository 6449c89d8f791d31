import { hitKinds } from '#contract/shell/search.contract.ts'
import type { SearchKind } from './searching.ts'

const kinds = new Map<SearchKind['kind'], SearchKind>()

/** Makes a kind of record findable by the one search; called once, beside the handlers of its list. */
export const registerSearch = (kind: SearchKind) => void kinds.set(kind.kind, kind)

/** Returns everything that one search looks for, in the order of its contract; what widens the reach comes last. */
export const allSearchKinds = (): SearchKind[] =>
  hitKinds.flatMap((kind) => kinds.get(kind) ?? []).sort((one, other) => Number(!!one.widensReach) - Number(!!other.widensReach))
