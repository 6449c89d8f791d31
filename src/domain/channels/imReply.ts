import * as z from 'zod'
import { type Answered, type Asked, NoAnswer, NotOutside } from '#server/base/guardedFetch.ts'
import { type ChannelAccess, ChannelBroken, type Outcome, type Outgoing } from './adapter.ts'

/** Is thrown where nothing was taken, and the same may be asked again; the message says why, in Chinese. */
export class TryLater extends Error {
  /** Names the pause that the other side wants; undefined where it named none. */
  readonly afterSeconds: number | undefined
  constructor(message: string, afterSeconds?: number) {
    super(message)
    this.afterSeconds = afterSeconds
  }
}

/** Is thrown where the other side wants to be asked less often. */
export class TooOften extends TryLater {}

/**
 * Asks a messenger under its base address for JSON of a shape. Throws NoAnswer where the request had left, TryLater where it had not
 * or the other side failed, and ChannelBroken for an address that may not be asked.
 */
export async function askJson<T>(
  access: ChannelAccess,
  path: string,
  asked: Asked,
  shape: z.ZodType<T>,
): Promise<{ body: T; answered: Answered }> {
  const answered = await fetchFrom(access, path, asked)
  if (answered.status === 429) throw new TooOften('对方嫌调用太多', wantedPause(answered))
  // Is answered by a gateway that waited in vain: what it passed on may have been taken.
  if (answered.status === 504) throw new NoAnswer('the gateway waited in vain')
  if (answered.status >= 500) throw new TryLater(`对方的服务器出错（HTTP ${answered.status}）`)
  try {
    return { body: shape.parse(JSON.parse(answered.text)), answered }
  } catch {
    throw new TryLater(`对方的服务器答得不对（HTTP ${answered.status}）`)
  }
}

/** Returns the seconds after which Feishu wants to be asked again; undefined where it did not say. */
export function wantedPause({ headers }: Answered): number | undefined {
  const seconds = Number(headers['x-ogw-ratelimit-reset'])
  return seconds > 0 ? seconds : undefined
}

async function fetchFrom({ settings, fetch }: ChannelAccess, path: string, asked: Asked): Promise<Answered> {
  const address = `${(settings.base ?? '').replace(/\/$/, '')}${path}`
  if (!URL.canParse(address)) throw new ChannelBroken('接口地址不能用：它不是一个网址。请改成服务商给的地址')
  try {
    return await fetch(address, asked)
  } catch (error) {
    if (error instanceof NotOutside)
      throw new ChannelBroken('接口地址不能用：它在内网，或没有加密。请改成服务商给的地址', { cause: error })
    if (error instanceof ChannelBroken || error instanceof NoAnswer) throw error
    throw new TryLater('没有连上对方的服务器')
  }
}

/** Takes a missing answer to what changes nothing for something that may be asked again. */
export async function asRead<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof NoAnswer ? new TryLater('对方的服务器没有回答') : error
  }
}

/** Calls with the token that is kept, and once more with a new one where it is refused. Throws ChannelBroken where both are. */
export async function withToken<T>(
  access: ChannelAccess,
  fetchToken: () => Promise<{ token: string; seconds: number }>,
  call: (token: string) => Promise<T>,
  isRefused: (reply: T) => boolean,
): Promise<T> {
  const reply = await call(await access.token(fetchToken))
  if (!isRefused(reply)) return reply
  const again = await call(await access.token(fetchToken, true))
  if (isRefused(again)) throw new ChannelBroken('对方不认刚刚发的令牌：请核对密钥，再看看应用是否被停用或重新生成过密钥')
  return again
}

/** Groups a lot by what each is to read, since the address that opens it may differ from person to person. */
export function groupSame(lot: readonly Outgoing[]): Outgoing[][] {
  const groups = Map.groupBy(lot, ({ title, text, url, isGuardian }) => JSON.stringify([title, text, url, isGuardian]))
  return [...groups.values()]
}

// Ends before the lease of what is being sent does (docs/spec/channels.md#states), the last request included.
const mostMilliseconds = 200_000

/**
 * Sends group after group, and leaves the rest for later as soon as the other side fails, is silent or wants a pause. `isRepeatable`
 * says that the other side knows what it took already. Throws ChannelBroken where it refuses before anything was sent; later on the
 * rest is left, so that nothing is sent twice.
 */
export async function sendInTurn(
  groups: readonly (readonly Outgoing[])[],
  send: (group: readonly Outgoing[]) => Promise<Outcome[]>,
  isRepeatable = false,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const end = Date.now() + mostMilliseconds
  let pause: TryLater | undefined
  for (const group of groups) {
    if (Date.now() > end) pause ??= new TryLater('对方答得慢，这一批还没有轮到', 1)
    if (!pause)
      try {
        outcomes.push(...(await send(group)))
        continue
      } catch (error) {
        pause = pauseFor(error, outcomes.length > 0)
        if (error instanceof NoAnswer && !isRepeatable) {
          outcomes.push(...eachOf(group, { is: 'unknown', why: '发出后对方没有回答，不知道是否收到' }))
          continue
        }
      }
    outcomes.push(...eachOf(group, { is: 'retry', why: pause.message, afterSeconds: pause.afterSeconds }))
  }
  return outcomes
}

// Keeps the tries of an hour within it, since that is how long the other side remembers what it took.
const secondsAfterSilence = 60

function pauseFor(error: unknown, hasSent: boolean): TryLater {
  if (error instanceof TryLater) return error
  if (error instanceof NoAnswer) return new TryLater('对方的服务器没有回答', secondsAfterSilence)
  if (error instanceof ChannelBroken && hasSent) return new TryLater(error.message)
  throw error
}

type Fate = Outcome extends infer O ? (O extends Outcome ? Omit<O, 'dlvNo'> : never) : never

/** Returns the same outcome for each. */
export const eachOf = (group: readonly Outgoing[], fate: Fate): Outcome[] => group.map(({ dlvNo }) => ({ dlvNo, ...fate }))

const fewestLooked = 20

/**
 * Looks up phones one at a time: null where it is not known. Returns what it knows so far where the other side wants a pause, and where
 * `isCautious` and more than a tenth of at least 20 are unknown. Throws TryLater where a phone finds no answer twice.
 */
export async function lookUpInTurn(
  phones: readonly string[],
  find: (phone: string) => Promise<string | null>,
  isCautious: boolean,
): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>()
  let misses = 0
  for (const phone of phones) {
    if (found.has(phone)) continue
    if (isCautious && found.size >= fewestLooked && misses * 10 > found.size) break
    try {
      const name = await findTwice(find, phone)
      found.set(phone, name)
      if (name === null) misses += 1
    } catch (error) {
      if (error instanceof TooOften && found.size > 0) break
      throw error
    }
  }
  return found
}

async function findTwice(find: (phone: string) => Promise<string | null>, phone: string) {
  try {
    return await asRead(find(phone))
  } catch (error) {
    if (!(error instanceof TryLater) || error instanceof TooOften) throw error
    return asRead(find(phone))
  }
}

/** Does all of it, whatever becomes of one. Throws the first error at the end. */
export async function doEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  const errors: unknown[] = []
  for (const item of new Set(items)) await work(item).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

/** Tries settings. Throws ChannelBroken for whatever goes wrong. */
export async function requireWorking(name: string, work: () => Promise<unknown>) {
  try {
    await asRead(work())
  } catch (error) {
    if (error instanceof TryLater)
      throw new ChannelBroken(`${name}连不上：${error.message}。请核对接口地址，过一会儿再试`, { cause: error })
    throw error
  }
}

/** Names the address that the other side saw, where its refusal tells it. */
export const seenAddress = (said: string): string => {
  const seen = /\bip\s*[:=]\s*([\da-f.:]*[\da-f])/i.exec(said)?.[1]
  return seen ? `（${seen}）` : ''
}

/** Returns a number of mainland China without its country code, as the messengers want it; others as they are. */
export const nationalPhone = (phone: string): string => phone.replace(/[\s-]/g, '').replace(/^(?:\+|00)86(?=1\d{10}$)/, '')

const letters = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/** Cuts a text to so many bytes at a letter, with … where it was cut; `newline` is what a line break is sent as. */
export function cutBytes(text: string, most: number, newline = '\n'): string {
  const parts = Array.from(letters.segment(text.trim()), ({ segment }) => (/^\r?\n$/.test(segment) ? newline : segment))
  const whole = parts.join('')
  if (Buffer.byteLength(whole) <= most) return whole
  let left = most - Buffer.byteLength('…')
  const kept = parts.findIndex((part) => (left -= Buffer.byteLength(part)) < 0)
  return `${parts.slice(0, kept).join('')}…`
}

/** Makes of signs that a messenger would take for a tag ones that only look like it. */
export const withoutTags = (text: string): string => text.replaceAll('<', '＜').replaceAll('>', '＞')
