import type { Part } from '#web/feedback/lazyPart.tsx'

export type Screen = Part<object>

export type Page = {
  path: string
  /** Names its section in the manual: the module, or the frame's own page. */
  module?: string
  title: string
  pinned: boolean
  /** Tells whether it stays as it is while its tab is hidden. */
  cached: boolean
  /** Tells that its tab goes as soon as another page is shown. */
  passing: boolean
  screen: Screen
  /** Gives the pattern of its path, where that holds a number. */
  route?: string
}

/** Describes the pages that a user may open, by their paths. */
export type Pages = {
  get(path: string): Page | undefined
  /** Lists their paths; `:no` stands for a number. */
  paths: readonly string[]
}
