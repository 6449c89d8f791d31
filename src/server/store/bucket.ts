import { isIP } from 'node:net'
import { ExitError } from '#server/base/exit.ts'
import type { Bucket } from './s3.ts'

/** Reads the bucket of the files from the environment (the README lists the settings); undefined: they lie in the data folder. */
export function readBucket(env: NodeJS.ProcessEnv): Bucket | undefined {
  if (!env.S3_ENDPOINT) return undefined
  const { S3_BUCKET: bucket, S3_KEY_ID: keyId, S3_SECRET: secret, S3_REGION: region } = env
  const url = URL.parse(env.S3_ENDPOINT)
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isNear(url.hostname))))
    throw new ExitError(
      'setting',
      `S3_ENDPOINT=${env.S3_ENDPOINT} 不能用，应为 https:// 开头的网址（本机和内网可以用 http://）。`,
    )
  if (!bucket || !keyId || !secret)
    throw new ExitError('setting', '设置了 S3_ENDPOINT，还要设置 S3_BUCKET、S3_KEY_ID 和 S3_SECRET。')
  return { endpoint: url.href.replace(/\/$/, ''), bucket, keyId, secret, region: region || 'us-east-1' }
}

/** Tells whether a host is this machine, a neighbour in a private network, or a name without a domain, as containers have. */
const isNear = (host: string) =>
  !host.includes('.') || (isIP(host) === 4 && /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host))
