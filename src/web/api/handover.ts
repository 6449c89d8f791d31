import { announceSessionEnd } from './sessionEnded.ts'
import { followToken, followUse, isNewTab, readToken, sessionToHand, takeSession, voidSession } from './session.ts'
import { keepReason } from './signOut.ts'
import { hearTabs, tellTabs, type TabWord } from './tabChannel.ts'

type Offer = Extract<TabWord, { kind: 'offer' }>

// Bounds how long a link counts as just opened, in milliseconds.
const fresh = 15_000
// Bounds how long a new tab waits for the first offer, in milliseconds: one behind a link of this page is sure to get one.
const patience = document.referrer.startsWith(`${location.origin}/`) ? 2000 : 300
// Bounds how long it waits for each further one.
const gathering = 150

const opened = new Map<string, number>()

/** Remembers for a moment which link may be opening in a new tab: that tab is the same person's. */
function rememberLink(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.origin !== location.origin) return
  const isOther = event.type !== 'click' || event.ctrlKey || event.metaKey || event.shiftKey || link.target === '_blank'
  if (isOther) opened.set(link.pathname + link.search, Date.now())
}

/** Returns when a link to an address was opened here in a new tab, 0 if none was; it counts for one tab. */
function takeOpened(address: string): number {
  const at = opened.get(address) ?? 0
  opened.delete(address)
  return Date.now() - at < fresh ? at : 0
}

/** Answers tabs of this browser that have no session, and follows those that share the session of this one. */
export function shareSession() {
  for (const kind of ['click', 'auxclick', 'contextmenu'] as const) addEventListener(kind, rememberLink, true)
  hearTabs((word) => {
    if (word.kind === 'ask') {
      const session = sessionToHand()
      if (session) tellTabs({ kind: 'offer', to: word.from, opened: takeOpened(word.address), ...session })
    } else if (word.kind === 'renewed' && word.former === readToken()) followToken(word)
    else if (word.kind === 'used' && word.token === readToken()) followUse(word.at)
    else if (word.kind === 'ended' && word.token === readToken()) {
      voidSession()
      announceSessionEnd()
    }
  })
}

/** Asks the other tabs for their sessions, as the tab of an address. */
function askTabs(address: string): Promise<Offer[]> {
  const from = crypto.getRandomValues(new Uint32Array(4)).join('-')
  const offers: Offer[] = []
  return new Promise((resolve) => {
    const finish = () => {
      stop()
      resolve(offers)
    }
    let timer = setTimeout(finish, patience)
    const stop = hearTabs((word) => {
      if (word.kind !== 'offer' || word.to !== from) return
      offers.push(word)
      clearTimeout(timer)
      if (word.opened > 0) finish()
      else timer = setTimeout(finish, gathering)
    })
    tellTabs({ kind: 'ask', from, address })
  })
}

/** Returns the session to go on with: of the tab that the link was opened in, else of the only person; undefined where it is open. */
export function chooseOffer(offers: readonly Offer[]): Offer | undefined {
  const opener = offers.toSorted((a, b) => b.opened - a.opened)[0]
  if (opener && opener.opened > 0) return opener
  const isOnePerson = new Set(offers.map(({ person }) => person)).size === 1
  return isOnePerson ? offers.toSorted((a, b) => b.used - a.used)[0] : undefined
}

// Matches the ways in, which nobody opens to go on as somebody else is signed in.
const isWayIn = () => /^\/(login|resource\/login|editpwd)(\/|$)/i.test(location.pathname)

/** Takes over the session of another tab where this one is new and has none (docs/decisions/0046-a-session-handed-over.md). */
export async function receiveSession() {
  if (!isNewTab() || isWayIn()) return
  const offers = await askTabs(location.pathname + location.search)
  const chosen = chooseOffer(offers)
  if (chosen) takeSession(chosen.entries)
  else if (offers.length > 0) keepReason('这个标签页还没有登录。别的标签页里登录着不同的人，请登录要用的账号')
}
