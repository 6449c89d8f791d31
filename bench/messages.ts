import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { basePath } from '#contract/wire.ts'
import { inboxStreamPath } from '#domain/messages/inboxStream.ts'
import { inboxChannel } from '#domain/messages/messages.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { msg } from '#features/ent/msg/msg.contract.ts'
import { box } from '#features/user/box/box.contract.ts'
import { makeSecret } from '#server/database/secret.ts'
import { testKey } from '../test/support/world.ts'
import { enterprises, entNoOf, makeEnterprises } from './enterprises.ts'
import { benchPostgres } from './postgres.ts'
import { ask, check, compare, median, reportPairs, rounds, serve, type Served, timeOf } from './serving.ts'
import { staffEnterprise } from './staff.ts'

const receivers = 10_000
const staff = 2000
const inboxRows = 3000
const mostRatio = 1.8
const [sending, reading] = [0, 1]

/** Fills the inbox of the administrator of an enterprise with messages of the last three weeks. */
const fillInbox = `
  with made as (
    insert into msg (ent_no, msg_no, msg_cls, title, body, need, evt, stt, sent_tm)
    select $1, 'BM' || n, (1 + n % 3)::text, '通知 ' || n, '请准时到会。', (1 + n % 3)::text, 'inscope', '3', now() - n * interval '10 minutes'
    from generate_series(1, ${inboxRows}) n returning msg_no, sent_tm)
  insert into msgto (ent_no, msg_no, emp_no, why, came_tm) select $1, msg_no, 'EB${reading}', '测量', sent_tm from made`

/** Measures how long a message to everybody of an enterprise takes until all of them have it. */
async function measureSending(ours: Served, tokens: readonly string[]) {
  const write = (at: number) =>
    ask(ours, tokens[sending], msg.send, { title: `停水通知 ${at}`, scope: [{ kind: 'all', no: entNoOf(sending) }] })
  const times: number[] = []
  for (let at = 0; at < rounds; at++) times.push(await timeOf(async () => check(await write(at))))
  console.log(`发给 ${receivers} 人：${(median(times) / 1000).toFixed(2)} 秒（目标 5 秒）`)
}

/** Measures how long after a commit the pages on two processes hear of a message. */
async function measureBell(servers: readonly Served[], tokens: readonly string[], owner: pg.Client) {
  const heard = await Promise.all(servers.map((one) => listen(one, tokens[reading] ?? '')))
  await sleep(1000)
  const times: number[] = []
  for (let at = 0; at < rounds; at++) {
    const rings = Promise.all(heard.map(({ ring }) => ring()))
    times.push(
      await timeOf(async () => {
        await owner.query('select pg_notify($1, $2)', [inboxChannel, `${entNoOf(reading)}/BM1`])
        await rings
      }),
    )
  }
  for (const { end } of heard) end()
  console.log(`提交后两个进程上的铃铛都响：${median(times).toFixed(0)} 毫秒（目标 1 秒）`)
}

/** Listens as a page does; `ring` waits for the next signal. */
async function listen({ port }: Served, token: string) {
  const over = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}${basePath}${inboxStreamPath}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: over.signal,
  })
  const signals = new EventTarget()
  const read = async () => {
    for await (const part of response.body ?? [])
      if (new TextDecoder().decode(part).includes('event: inbox')) signals.dispatchEvent(new Event('ring'))
  }
  void read().catch(() => {})
  return { ring: () => once(signals, 'ring'), end: () => over.abort() }
}

const secret = makeSecret(testKey)
const postgres = await benchPostgres()
try {
  const { address, tokens } = await makeEnterprises(postgres.url, secret, (db, at) =>
    staffEnterprise(db, secret, at, at === sending ? receivers : at === reading ? staff : 10),
  )
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  await owner.query(`select set_config('app.ent_no', $1, false)`, [entNoOf(reading)])
  await owner.query(fillInbox, [entNoOf(reading)])
  console.log(`${enterprises} 家企业，最大的一家 ${receivers} 人，一个收件箱里 ${inboxRows} 条`)
  const servers = [await serve('ours.ts', [address, postgres.folder]), await serve('ours.ts', [address, postgres.folder])]
  const [ours] = servers as [Served, Served]
  await measureSending(ours, tokens)
  await measureBell(servers, tokens, owner)
  // Does what the database does by itself within a minute.
  await owner.query('vacuum analyze')
  const page = (at: number) => ({ pageIndex: 1 + (at % 20), pageSize: 20 })
  const pairs = await compare(
    postgres.folder,
    { served: ours, ask: (at) => ask(ours, tokens[reading], emp.getpage, page(at)) },
    { served: ours, ask: (at) => ask(ours, tokens[reading], box.getpage, { ...page(at), tab: 'todo' }) },
  )
  reportPairs('收件箱一页，与员工列表的一页比', pairs, mostRatio)
  for (const { child } of servers) child.disconnect()
  await owner.end()
} finally {
  await postgres.stop()
}
