import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Store } from './store.ts'

/** Describes a bucket of an S3 store, as the settings name it. */
export type Bucket = { endpoint: string; bucket: string; region: string; keyId: string; secret: string }

/** Returns a store in a bucket; what the bucket refuses is an error with its own words. */
export function s3Store({ endpoint, bucket, region, keyId, secret }: Bucket): Store {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 4 })
  const ask = async (method: string, key: string, init: RequestInit = {}) => {
    const response = await client.fetch(`${endpoint}/${bucket}/${key}`, { ...init, method })
    if (response.ok || response.status === 404) return response
    throw new Error(`S3 ${method} ${response.status} ${(await response.text()).slice(0, 300)}`)
  }
  return {
    async put(key, path) {
      await must(await ask('PUT', key, { body: await openAsBlob(path) }))
      await rm(path, { force: true })
    },
    async copy(from, to) {
      await must(await ask('PUT', to, { headers: { 'x-amz-copy-source': `/${bucket}/${from}` } }))
    },
    async open(key, range) {
      const response = await ask('GET', key, range && { headers: { range: `bytes=${range.start}-${range.end}` } })
      if (response.status !== 404)
        return {
          content: Readable.fromWeb(response.body as ReadableStream),
          size: Number(response.headers.get('content-length')),
        }
      await response.body?.cancel()
      return undefined
    },
    async remove(key) {
      const response = await ask('DELETE', key)
      await response.body?.cancel()
    },
  }
}

// Throws for a missing bucket, which answers like a missing key.
async function must(response: Response) {
  const said = await response.text()
  if (response.status === 404) throw new Error(`S3 404 ${said.slice(0, 300)}`)
}
