import { hasLapsed, readToken } from './session.ts'

/**
 * Lists the addresses of what every page asks for first, written out: what makes them of their contracts is not loaded yet
 * (test/logic/early.test.ts compares them).
 */
export const earlyUrls = ['/user/user/get', '/user/mdl/get', '/user/cfg/getentcfg', '/user/prefer/getlist'].map(
  (path) => `/api/services${path}?version=v1`,
)

// Bounds how long an answer waits for whoever asks for it, in milliseconds.
const patience = 15_000

type Answers = Map<string, Promise<Response | undefined>>
let early: { token: string; answers: Answers } | undefined

// Reads an answer to its end, also one that nobody takes: its connection would not be free for others.
async function ask(url: string, headers: Record<string, string>) {
  const answer = await fetch(url, { headers })
  return new Response(await answer.arrayBuffer(), answer)
}

/** Asks for what every page needs first, as whoever is signed in, while the rest of the program is still on its way. */
export function askEarly() {
  const token = readToken()
  if (!token || hasLapsed()) return
  const headers = { authorization: `Bearer ${token}` }
  const answers: Answers = new Map(earlyUrls.map((url) => [url, ask(url, headers).catch(() => undefined)]))
  early = { token, answers }
  setTimeout(() => answers.clear(), patience)
}

/** Returns the answer that was asked for early, once, and only in the very session that it was asked in; else undefined. */
export function takeEarly(url: string, token: string | undefined): Promise<Response | undefined> | undefined {
  if (!early || early.token !== token) return undefined
  const answer = early.answers.get(url)
  early.answers.delete(url)
  return answer
}
