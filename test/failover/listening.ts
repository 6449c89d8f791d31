import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import { basePath } from '#contract/wire.ts'
import { inboxStreamPath } from '#domain/messages/inboxStream.ts'
import { MessageState } from '#domain/messages/messages.contract.ts'
import { msg } from '#features/ent/msg/msg.contract.ts'
import { makePerson, makeSchool, type TestServer } from '../support/harness.ts'
import type { Run } from '../start/startup.ts'

/** Listens as a page does; collects what arrives, and tells when the stream has ended. */
async function listen({ url }: Run, token: string) {
  const response = await fetch(url + basePath + inboxStreamPath, { headers: { authorization: `Bearer ${token}` } })
  const heard = { words: '', isOver: false }
  const read = async () => {
    for await (const part of response.body ?? []) heard.words += new TextDecoder().decode(part)
  }
  const over = () => (heard.isOver = true)
  void read().then(over, over)
  return { isOver: () => heard.isOver, count: () => heard.words.split('event: inbox').length - 1 }
}

// Gives a moment so many seconds ahead as the product writes it.
const inSeconds = (seconds: number) =>
  new Date(Date.now() + (8 * 3600 + seconds) * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14)

/** Makes a school with somebody who listens at each process, and whom its administrator writes to. */
export async function startListening(pair: Run[], superuser: string) {
  const owner = new pg.Pool({ connectionString: superuser, max: 2, options: '-c timezone=Asia/Shanghai' })
  owner.on('error', () => {})
  const school = await makeSchool({ url: pair[0]?.url, owner } as TestServer)
  const reader = await makePerson(school)
  const streams = await Promise.all(pair.map((run) => listen(run, reader.client.token ?? '')))
  const { client } = school.admin
  const scope = [{ kind: 'emp' as const, no: reader.empNo }]
  const count = async (text: string, values: unknown[] = []) => (await owner.query<{ n: number }>(text, values)).rows[0]?.n

  return {
    /** Hands out a job that is due in so many seconds; answers the code. */
    sendLater: async (seconds: number) =>
      (await client.answer(msg.send, { title: `定时 ${seconds}`, scope, sendTm: inSeconds(seconds) })).code,
    /** Expects every message that is written down to have been sent by its job, to its reader once. */
    async expectAllSent() {
      const amiss = () =>
        count(
          `select count(*)::int as n from msg m where ent_no = $1 and (stt <> $2
            or (select count(*) from msgto t where t.ent_no = m.ent_no and t.msg_no = m.msg_no) <> 1)`,
          [school.entNo, MessageState.sent],
        )
      await expect.poll(amiss, { timeout: 180_000, interval: 500 }).toBe(0)
    },
    /** Expects streams that were open all the time to tell of a message at once. */
    async expectHeard() {
      await sleep(1000)
      const before = streams.map((stream) => stream.count())
      await client.call(msg.send, { title: '现在', scope })
      await expect.poll(() => streams.every((stream, at) => stream.count() > (before[at] ?? 0)), { timeout: 5000 }).toBe(true)
      expect(streams.map((stream) => stream.isOver())).toEqual(pair.map(() => false))
    },
    /** Counts the groups that are there without their history, or the other way round. */
    halfThere: () =>
      count(`select count(*)::int as n from empgrp g
        full join (select ent_no, key ->> 'grp_no' as grp_no from history where tbl = 'empgrp' and act = 'insert') h using (ent_no, grp_no)
        where g.ver is null or h.grp_no is null`),
    /** Counts the processes that listen on the machine that leads now. */
    listeners: () => count(`select count(*)::int as n from pg_stat_activity where query like 'listen %'`),
    close: () => owner.end(),
  }
}
