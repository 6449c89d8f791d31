import { createCipheriv, createECDH, createHash, createPrivateKey, type ECDH, hkdfSync, randomBytes, sign } from 'node:crypto'

const curve = 'prime256v1'
const base64url = (bytes: Buffer) => bytes.toString('base64url')

/** Opens the key pair of an installation, whose private key follows from a secret of its own. */
export function vapidKeys(secret: string): ECDH {
  const pair = createECDH(curve)
  // Hashes on until the number lies in the range of the curve, which the first almost always does.
  for (let seed = createHash('sha256').update(secret).digest(); ; seed = createHash('sha256').update(seed).digest()) {
    try {
      pair.setPrivateKey(seed)
      return pair
    } catch {}
  }
}

/** Signs for whom a push service may take messages (RFC 8292); `origin` is that of the service, `seconds` the end since 1970. */
export function vapidHeader(
  pair: ECDH,
  { origin, subject, seconds }: { origin: string; subject: string; seconds: number },
): string {
  const publicKey = pair.getPublicKey()
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: base64url(pair.getPrivateKey()),
      x: base64url(publicKey.subarray(1, 33)),
      y: base64url(publicKey.subarray(33)),
    },
  })
  const part = (value: object) => base64url(Buffer.from(JSON.stringify(value)))
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: origin, exp: seconds, sub: subject })}`
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${base64url(signature)}, k=${base64url(publicKey)}`
}

type Subscription = { p256dh: string; auth: string }

/** Encrypts what only the browser of a subscription reads (RFC 8291, aes128gcm); salt and sender are made anew but in tests. */
export function encryptPush(
  { p256dh, auth }: Subscription,
  payload: string,
  salt: Buffer = randomBytes(16),
  sender: ECDH = newPair(),
): Buffer {
  const receiverKey = Buffer.from(p256dh, 'base64url')
  const senderKey = sender.getPublicKey()
  const derive = (secret: Uint8Array, from: Uint8Array, info: Uint8Array, size: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, size))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey])
  const shared = derive(sender.computeSecret(receiverKey), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // Ends the one record with its delimiter.
  const body = Buffer.concat([
    cipher.update(Buffer.concat([Buffer.from(payload), Buffer.from([2])])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(4096)
  return Buffer.concat([salt, size, Buffer.from([senderKey.length]), senderKey, body])
}

function newPair(): ECDH {
  const pair = createECDH(curve)
  pair.generateKeys()
  return pair
}
