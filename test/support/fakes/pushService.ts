import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { accessTo, type Heard, type Said, startImServer } from './imServer.ts'

const mostBytes = 4096
const day = 86_400
const urgencies = ['very-low', 'low', 'normal', 'high']

type Claims = { aud?: string; exp?: number; sub?: string }

/** Reads who sends, from a header of RFC 8292; undefined where it is not signed by the key that it names. */
function readVapid(header = ''): { claims: Claims; key: string } | undefined {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(header) ?? []
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return undefined
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg?: string }
  return isSigned && alg === 'ES256'
    ? { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims, key }
    : undefined
}

/**
 * Starts a push service with one browser that subscribed under a public key: the service checks who sends, and the browser reads what
 * it is given with its own keys (RFC 8291).
 */
export async function startPushService(subscribedUnder: (derive: (purpose: string) => string) => string) {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const heard: { message: Record<string, unknown>; ttl: number; urgency: string; subject: string }[] = []
  const refuse = (status: number): Said => ({ status, body: '' })

  function decrypt(sent: Buffer): string {
    const [salt, size = 0] = [sent.subarray(0, 16), sent[20]]
    const [sender, body] = [sent.subarray(21, 21 + size), sent.subarray(21 + size)]
    const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, from, info, length))
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
    const shared = derive(browser.computeSecret(sender), auth, info, 32)
    const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16))
    const plain = Buffer.concat([cipher.update(body.subarray(0, -16)), cipher.final()])
    return plain.subarray(0, plain.lastIndexOf(2)).toString()
  }

  function take({ method, headers, body }: Heard): Said {
    const vapid = readVapid(headers.authorization)
    if (method !== 'POST' || !vapid) return refuse(401)
    const { aud, exp = 0, sub = '' } = vapid.claims
    const left = exp - Date.now() / 1000
    if (aud !== server.base || left <= 0 || left > day || !/^(mailto:|https:)/.test(sub)) return refuse(403)
    if (vapid.key !== subscribedUnder(access.derive)) return refuse(403)
    const { ttl, urgency = '' } = headers as Record<string, string>
    const sent = body as unknown as Buffer
    if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(ttl ?? '') || !urgencies.includes(urgency))
      return refuse(400)
    if (sent.length > mostBytes) return refuse(413)
    heard.push({ message: JSON.parse(decrypt(sent)) as Record<string, unknown>, ttl: Number(ttl), urgency, subject: sub })
    return { status: 201, body: '' }
  }

  const server = await startImServer(take, 'bytes')
  const access = accessTo(server.target, { subject: 'mailto:office@school.cn' })
  const keys = { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') }
  return {
    ...server,
    heard,
    access,
    /** Names the subscription of the browser, as the product keeps it. */
    to: JSON.stringify({ endpoint: `${server.base}/send/1`, ...keys }),
  }
}
