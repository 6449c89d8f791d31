import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { insertMany } from '#server/database/rows.ts'
import { makeSecret } from '#server/database/secret.ts'
import { testKey } from '../test/support/world.ts'
import { enterprises, entNoOf, makeEnterprises } from './enterprises.ts'
import { benchPostgres } from './postgres.ts'
import { ask, compare, type Measured, ratioOf, reportPairs, send, serve } from './serving.ts'

const groups = 4000

const groupsOf = (at: number) =>
  Array.from({ length: groups }, (_, i) => ({
    entNo: entNoOf(at),
    grpNo: `GB${at}-${i}`,
    grpName: `员工组${i}`,
    grpType: '1',
    des: '测量用',
    showOrd: 10 * (i + 1),
    stt: '1',
    searchText: '',
  }))

const postgres = await benchPostgres()
try {
  const { address, tokens } = await makeEnterprises(postgres.url, makeSecret(testKey), (db, at) =>
    insertMany(db, 'empgrp', groupsOf(at)),
  )
  const ours = await serve('ours.ts', [address, postgres.folder])
  const bare = await serve('bare.ts', [postgres.url])
  const pageIndex = (at: number) => (at % 200) + 1
  const askOurs = (at: number) => ask(ours, tokens[at % enterprises], empgrp.getpage, { pageIndex: pageIndex(at) })
  const askBare = (at: number) =>
    send({ port: bare.port, path: `/empgrp?entNo=${entNoOf(at % enterprises)}&pageIndex=${pageIndex(at)}` })
  const [one, other] = [await askOurs(3), await askBare(3)].map((body) => JSON.parse(String(body)).result.datas)
  if (JSON.stringify(one.map(noOf)) !== JSON.stringify(other.map(noOf))) throw new Error('the two do not answer the same rows')
  reportPairs(
    `员工组分页，${groups * enterprises} 个组，${enterprises} 家企业`,
    await compare(postgres.folder, { served: bare, ask: askBare }, { served: ours, ask: askOurs }),
  )
  const unchecked = await serve('ours.ts', [address, postgres.folder, 'unchecked'])
  const askUnchecked = (at: number) => ask(unchecked, tokens[at % enterprises], empgrp.getpage, { pageIndex: pageIndex(at) })
  const asked = { served: ours, ask: askOurs }
  const rights = await compare(postgres.folder, { served: unchecked, ask: askUnchecked }, asked)
  const cost = ratioOf(rights, nodeOf)
  console.log(`  判断权限：CPU 是不判断时的 ${cost.toFixed(2)} 倍（目标 ≤ 1.10）`)
  const uncounted = await serve('ours.ts', [address, postgres.folder, 'uncounted'])
  const askUncounted = (at: number) => ask(uncounted, tokens[at % enterprises], empgrp.getpage, { pageIndex: pageIndex(at) })
  const counting = await compare(postgres.folder, { served: uncounted, ask: askUncounted }, asked)
  const counted = ratioOf(counting, nodeOf)
  console.log(`  运行指标：CPU 是不计数时的 ${counted.toFixed(2)} 倍（目标 ≤ 1.03）`)
  // Goes to PostgreSQL all the same, as if a pooler of transactions were in between.
  const unnamed = await serve('ours.ts', [`${address}&pgbouncer=true`, postgres.folder])
  const askUnnamed = (at: number) => ask(unnamed, tokens[at % enterprises], empgrp.getpage, { pageIndex: pageIndex(at) })
  const naming = await compare(postgres.folder, asked, { served: unnamed, ask: askUnnamed })
  const [node, database] = [ratioOf(naming, nodeOf), ratioOf(naming, ({ postgres }) => postgres)]
  console.log(`  语句不起名（pgbouncer=true）：CPU 是起名时的 node ${node.toFixed(2)}、PostgreSQL ${database.toFixed(2)} 倍`)
  for (const { child } of [ours, bare, unchecked, uncounted, unnamed]) child.disconnect()
} finally {
  await postgres.stop()
}

function nodeOf({ node }: Measured) {
  return node
}

function noOf({ grpNo }: { grpNo: string }) {
  return grpNo
}
