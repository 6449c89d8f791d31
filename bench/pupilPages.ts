import { stu } from '#features/ent/stu/stu.contract.ts'
import { makeSecret } from '#server/database/secret.ts'
import { testKey } from '../test/support/world.ts'
import { enterprises, entNoOf, makeEnterprises } from './enterprises.ts'
import { benchPostgres } from './postgres.ts'
import { fillSchool } from './pupils.ts'
import { ask, byName, check, compare, mostTogether, reportPairs, send, serve } from './serving.ts'

const students = 2000
const pageSize = 20

const postgres = await benchPostgres()
try {
  const { address, tokens } = await makeEnterprises(
    postgres.url,
    makeSecret(testKey),
    (db, at) => fillSchool(db, at, students),
    '030',
  )
  const ours = await serve('ours.ts', [address, postgres.folder])
  const bare = await serve('bare.ts', [postgres.url])
  const pageIndex = (at: number) => 1 + ((at * 7) % 20)
  const askOurs = (at: number) => ask(ours, tokens[at % enterprises], stu.getpage, { pageIndex: pageIndex(at), pageSize })
  const askBare = (at: number) =>
    send({ port: bare.port, path: `/stu?entNo=${entNoOf(at % enterprises)}&pageIndex=${pageIndex(at)}&pageSize=${pageSize}` })
  const [one, other] = [await askOurs(3), await askBare(3)].map((body) => JSON.parse(String(check(body))).result)
  if (byName(one) !== byName(other))
    throw new Error(`the two do not answer the same rows: ${byName(one.datas[0])} ${byName(other.datas[0])}`)
  const pairs = await compare(postgres.folder, { served: bare, ask: askBare }, { served: ours, ask: askOurs })
  reportPairs(`学生分页，${enterprises} 所学校各 ${students} 人，每页 ${pageSize} 行`, pairs, mostTogether)
  for (const { child } of [ours, bare]) child.disconnect()
} finally {
  await postgres.stop()
}
