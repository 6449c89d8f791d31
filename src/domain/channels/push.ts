import * as z from 'zod'
import { type Answered, NoAnswer, NotOutside } from '#server/base/guardedFetch.ts'
import { type Adapter, type ChannelAccess, ChannelBroken, type Outcome, type Outgoing } from './adapter.ts'
import { encryptPush, vapidHeader, vapidKeys } from './webPushCrypto.ts'

/** Describes where a browser takes pushed messages. */
export const PushSubscription = z.object({ endpoint: z.url({ protocol: /^https?$/ }), p256dh: z.string(), auth: z.string() })

/** Returns the public key under which browsers subscribe to this installation. */
export const vapidPublicKey = (derive: (purpose: string) => string) => vapidKeys(derive('push')).getPublicKey('base64url')

const lifeSeconds = 86_400
const day = 86_400

async function sendOne(access: ChannelAccess, one: Outgoing): Promise<Outcome> {
  const { dlvNo, to, title, text, url, isUrgent } = one
  const subscription = readSubscription(to)
  const body = subscription && encryptFor(subscription, JSON.stringify({ title, text: text.slice(0, 300), url }))
  if (!body) return { dlvNo, is: 'failed', why: '浏览器的推送登记不完整' }
  const { endpoint } = subscription
  const headers = {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(lifeSeconds),
    urgency: isUrgent ? 'high' : 'normal',
    authorization: vapidHeader(vapidKeys(access.derive('push')), {
      origin: new URL(endpoint).origin,
      subject: contactOf(access.settings.subject ?? ''),
      seconds: Math.floor(Date.now() / 1000) + day / 2,
    }),
  }
  try {
    return outcomeOf(dlvNo, await access.fetch(endpoint, { method: 'POST', headers, body }))
  } catch (error) {
    if (error instanceof ChannelBroken || error instanceof NotOutside)
      return { dlvNo, is: 'failed', why: '浏览器给的推送地址不能用' }
    if (error instanceof NoAnswer) return { dlvNo, is: 'unknown', why: '发出后没有得到回答' }
    return { dlvNo, is: 'retry', why: '连不上推送服务' }
  }
}

// Writes an address as push services want it (RFC 8292).
const contactOf = (mail: string) => `mailto:${mail.replace(/^mailto:/, '')}`

type Subscription = z.output<typeof PushSubscription>

function readSubscription(to: string): Subscription | undefined {
  try {
    return PushSubscription.parse(JSON.parse(to))
  } catch {
    return undefined
  }
}

// Returns undefined for a key that is no point of the curve, since the browser wrote it.
function encryptFor(subscription: Subscription, payload: string): Buffer | undefined {
  try {
    return encryptPush(subscription, payload)
  } catch {
    return undefined
  }
}

function outcomeOf(dlvNo: string, { status, headers }: Answered): Outcome {
  if (status >= 200 && status < 300) return { dlvNo, is: 'accepted' }
  if (status === 404 || status === 410) return { dlvNo, is: 'failed', why: '浏览器不再接收推送', isGone: true }
  if (status === 429 || status >= 500) {
    const seconds = Number(headers['retry-after'])
    return { dlvNo, is: 'retry', why: '推送服务请稍后再试', ...(seconds > 0 && { afterSeconds: seconds }) }
  }
  return { dlvNo, is: 'failed', why: `推送服务没有接收（${status}）` }
}

/** Pushes messages to browsers (RFC 8030), encrypted so that the push service reads nothing. */
export const push: Adapter = {
  most: 20,
  send: (access, lot) => Promise.all(lot.map((one) => sendOne(access, one))),
  async test({ settings }) {
    if (!/^mailto:[^@\s:]+@[^@\s]+$/.test(contactOf(settings.subject ?? '')))
      throw new ChannelBroken('联系邮箱不是一个邮箱，应如 office@school.cn')
  },
}
