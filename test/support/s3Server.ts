import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { Bucket } from '#server/store/s3.ts'

/** Starts an S3 store of another maker, with one bucket. */
export async function startS3(): Promise<Bucket & { close(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'campus-s3-'))
  const options = { port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'campus' }] }
  const server = new S3rver(options)
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'campus',
    region: 'us-east-1',
    keyId: 'S3RVER',
    secret: 'S3RVER',
    async close() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
