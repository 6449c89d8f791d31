import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { exitCodes, Stop } from '../stop.ts'
import { readBucket } from './bucket.ts'

// Makes the bucket of the settings where there is none yet, waiting for a store that only starts: a step of deploy/compose.yaml.
const patience = 60

try {
  await make()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = error instanceof Stop ? exitCodes[error.reason] : exitCodes.unexpected
}

async function make() {
  const named = readBucket(process.env)
  if (!named) throw new Stop('setting', '没有设置 S3_ENDPOINT，不需要存储桶。')
  const { endpoint, bucket, keyId, secret, region } = named
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 })
  for (let tries = 1; ; tries++) {
    const response = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' }).catch(() => undefined)
    const said = response ? await response.text() : '没有回答'
    // Where it is there already, some stores answer that all is well and others that it is owned.
    if (response?.ok || said.includes('BucketAlreadyOwnedByYou')) return
    const passes = !response || response.status >= 500
    if (!passes || tries >= patience)
      throw new Error(`存储桶 ${bucket} 没有建成：${response?.status ?? ''} ${said.slice(0, 300)}`)
    await sleep(1000)
  }
}
