import { createHash } from 'node:crypto'
import { emp } from '#features/ent/emp/emp.contract.ts'
import type { DemoPerson } from '#app/server/demo/people.ts'
import { makeSecret } from '#server/database/secret.ts'
import { testKey } from '../test/support/world.ts'
import { enterprises, entNoOf, makeEnterprises } from './enterprises.ts'
import { measureExport } from './peopleExport.ts'
import { measureDeepPages, measureSearch, measureTrees } from './peopleTimes.ts'
import { benchPostgres } from './postgres.ts'
import { ask, byName, check, compare, mostTogether, reportPairs, send, serve } from './serving.ts'
import { type Bench, big, peopleOf, staffEnterprise } from './staff.ts'

const secret = makeSecret(testKey)

async function measurePages({ ours, bare, tokens }: Bench, folder: string, pageSize: number) {
  const small = (at: number) => 1 + (at % (enterprises - 1))
  const pages = Math.ceil(peopleOf(1) / pageSize)
  // Draws the page by a hash, so that both are asked for the same ones.
  const pageIndex = (at: number) => 1 + (createHash('md5').update(String(at)).digest().readUInt32BE() % pages)
  const askOurs = (at: number) => ask(ours, tokens[small(at)], emp.getpage, { pageIndex: pageIndex(at), pageSize })
  const askBare = (at: number) =>
    send({ port: bare.port, path: `/emp?entNo=${entNoOf(small(at))}&pageIndex=${pageIndex(at)}&pageSize=${pageSize}` })
  const [one, other] = [await askOurs(3), await askBare(3)].map((body) => JSON.parse(String(check(body))).result)
  if (byName(one) !== byName(other)) throw new Error('the two do not answer the same rows')
  const pairs = await compare(folder, { served: bare, ask: askBare }, { served: ours, ask: askOurs })
  reportPairs(`员工分页，每页 ${pageSize} 行`, pairs, mostTogether)
}

const postgres = await benchPostgres()
try {
  const people: DemoPerson[][] = []
  const { address, tokens } = await makeEnterprises(postgres.url, secret, async (db, at) => {
    people[at] = await staffEnterprise(db, secret, at)
  })
  const total = people.reduce((sum, { length }) => sum + length, 0)
  console.log(`${total} 名员工，${enterprises} 家企业，最大的一家 ${people[0]?.length} 人`)
  const start = () => serve('ours.ts', [address, postgres.folder])
  const [ours, bare] = [await start(), await serve('bare.ts', [postgres.url])]
  const bench: Bench = { ours, bare, tokens, people }
  for (const pageSize of [50, 20]) await measurePages(bench, postgres.folder, pageSize)
  await measureSearch(bench)
  await measureDeepPages(bench)
  await measureTrees(bench)
  for (const { child } of [ours, bare]) child.disconnect()
  // Starts a server of its own, whose memory nothing has touched yet.
  const exporting = await start()
  await measureExport(exporting, tokens[big.at], postgres.folder)
  exporting.child.disconnect()
} finally {
  await postgres.stop()
}
