/** Describes what is kept with a step of the browser's history rather than in its address. */
export type AddressState = {
  /** Holds the search words of lists, by the path of their call. */
  words?: Record<string, string>
  /** Holds the query from which the record beside the list was opened. */
  openedFrom?: string
}

/** Returns what is kept with the present step of the history; a reload keeps it, a link does not. */
export const addressState = (): AddressState => (history.state as { usr?: AddressState } | null)?.usr ?? {}

/** Forgets the search words that are kept with the present step of the history. */
export function forgetWords() {
  const { words: _, ...others } = addressState()
  history.replaceState({ ...history.state, usr: others }, '')
}
