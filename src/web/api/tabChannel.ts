/** Holds what makes up the session of a tab: entries of its session storage by their keys. */
export type SessionEntries = Record<string, string>

/** Describes what tabs of one browser say to each other about sessions; only pages of this very address hear it. */
export type TabWord =
  /** Asks for a session, as a tab at an address. */
  | { kind: 'ask'; from: string; address: string }
  /** Offers the session of a person; `opened`: when the address that was asked from was opened here, 0 if it was not. */
  | { kind: 'offer'; to: string; person: string; opened: number; used: number; entries: SessionEntries }
  | { kind: 'used'; token: string; at: number }
  | { kind: 'renewed'; former: string; token: string; tokenId: string }
  | { kind: 'ended'; token: string }

let opened: BroadcastChannel | undefined
const channel = () => (opened ??= new BroadcastChannel('session'))

export const tellTabs = (word: TabWord) => channel().postMessage(word)

/** Listens to the other tabs, until what it returns is called. */
export function hearTabs(listener: (word: TabWord) => void): () => void {
  const hear = ({ data }: MessageEvent<TabWord>) => listener(data)
  channel().addEventListener('message', hear)
  return () => channel().removeEventListener('message', hear)
}
