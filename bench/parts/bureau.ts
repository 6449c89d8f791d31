import pg from 'pg'
import { seedDatabase } from '#app/server/seed.ts'
import { connectOwner, prepareDatabase } from '#server/process/migrate.ts'
import { makeSecret } from '#server/database/secret.ts'
import { rootNo, testKey } from '../../test/support/world.ts'
import { makeEnterprise } from '../enterprises.ts'
import { bureau } from '../loaded.ts'

/** Prepares a database with a bureau and no schools yet; answers its owner, the address of the application, and a pool to fill it by. */
export async function prepareBureau(url: string) {
  const secret = makeSecret(testKey)
  const owner = await connectOwner(url)
  const address = await prepareDatabase(owner, url, secret)
  await seedDatabase(url, secret, false)
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  await makeEnterprise(pool, { ...bureau, prtNo: rootNo }, async () => {})
  return { owner, address, pool }
}
