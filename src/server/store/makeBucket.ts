import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { exitCodes, ExitError } from '#server/base/exit.ts'
import { readBucket } from './bucket.ts'

// Makes the bucket of the settings where there is none yet, waiting for a store that only starts: a step of deploy/compose.yaml.
const patience = 60

try {
  await make()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = error instanceof ExitError ? exitCodes[error.reason] : exitCodes.unexpected
}

async function make() {
  const named = readBucket(process.env)
  if (!named) throw new ExitError('setting', '没有设置 S3_ENDPOINT，不需要存储桶。')
  const { endpoint, bucket, keyId, secret, region } = named
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 })
  const ask = (method: string) => client.fetch(`${endpoint}/${bucket}`, { method }).catch(() => undefined)
  for (let tries = 1; ; tries++) {
    if ((await ask('HEAD'))?.ok) return
    const made = await ask('PUT')
    if (made?.ok) return
    if ((made && made.status < 500) || tries >= patience)
      throw new Error(
        `存储桶 ${bucket} 没有建成：${made ? `${made.status} ${(await made.text()).slice(0, 300)}` : '存储没有回答'}`,
      )
    await sleep(1000)
  }
}
