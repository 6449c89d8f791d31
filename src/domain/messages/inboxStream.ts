import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { basePath } from '#contract/wire.ts'
import { Fault } from '#server/base/fault.ts'
import { securityHeaders } from '#server/http/securityHeaders.ts'
import { describeError, log } from '#server/base/log.ts'
import type { Services } from '#server/call/context.ts'
import { readSession } from '#server/call/session.ts'
import type { Session } from '#server/call/session.types.ts'
import { isPooled } from '#server/database/connections/address.ts'
import { makeClient } from '#server/database/connections/connection.ts'
import { transaction } from '#server/database/database.ts'
import { sql } from 'kysely'
import { inboxChannel } from './messages.ts'

/** Says by its path where a page listens; no call, since it never ends by itself. */
export const inboxStreamPath = '/user/box/events'

/** Describes a page that listens: whose inbox it shows, and by which token. */
type Listener = Pick<Session, 'entNo' | 'idntVal'> & { token: string; tokenHash: string; response: ServerResponse }

// Keeps a connection open through proxies, and looks whether its session still holds, in milliseconds.
const beat = 25_000
// Limits the streams of one session: its pages share one, where the browser can.
const mostOfSession = 6
// Waits so long before it listens anew after the connection broke, in milliseconds.
const pause = 5000

/**
 * Lets pages listen for what comes into their inbox: a signal alone, never what came. One connection of a process hears of it from
 * the database; behind a pooler, which lends none for so long, pages ask by themselves once a minute. */
export function serveInboxStream(app: FastifyInstance, services: Services) {
  const listeners = new Set<Listener>()
  const { database } = services
  let client: pg.Client | undefined
  let isOver = false
  let hasMissed = false

  app.get(basePath + inboxStreamPath, async (request, reply) => {
    const [scheme, token = ''] = request.headers.authorization?.split(' ') ?? []
    const session = await readSession(database.pool, scheme?.toLowerCase() === 'bearer' ? token : undefined)
    if (session.initial) throw new Fault('changePasswordFirst')
    const tokenHash = session.tokenHash.toString('hex')
    const mine = [...listeners].filter((one) => one.tokenHash === tokenHash)
    for (const one of mine.slice(0, Math.max(0, mine.length + 1 - mostOfSession))) end(one)
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, {
      ...securityHeaders,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Lets no proxy in between gather what is to arrive at once.
      'x-accel-buffering': 'no',
    })
    response.write(': listening\n\n')
    const listener = { entNo: session.entNo, idntVal: session.idntVal, token, tokenHash, response }
    listeners.add(listener)
    response.once('close', () => listeners.delete(listener))
  })

  const signal = (listener: Listener) => listener.response.write('event: inbox\ndata: 1\n\n')

  const end = (listener: Listener) => {
    listeners.delete(listener)
    listener.response.end()
  }

  // Ends the streams of sessions that are over: nothing that comes after that moment concerns them. A database that does not answer
  // says nothing of a session.
  async function prove() {
    const byToken = Map.groupBy(listeners, ({ token }) => token)
    for (const [token, some] of byToken) {
      const holds = await readSession(database.pool, token).then(
        () => true,
        (error: unknown) => !(error instanceof Fault),
      )
      for (const one of some)
        if (holds) one.response.write(': \n\n')
        else end(one)
    }
  }

  async function tell(entNo: string, msgNo: string) {
    const concerned = [...listeners].filter((one) => one.entNo === entNo)
    if (concerned.length === 0) return
    const nos = concerned.map(({ idntVal }) => idntVal)
    const { rows } = await transaction(
      database.sidePool,
      { entNo },
      (db) =>
        sql<{
          no: string
        }>`select distinct coalesce(emp_no, ptr_no) as no from msgto where ent_no = ${entNo} and msg_no = ${msgNo}
          and coalesce(emp_no, ptr_no) = any(${nos})`.execute(db),
      { readOnly: true },
    )
    const told = new Set(rows.map(({ no }) => no))
    for (const one of concerned) if (told.has(one.idntVal)) signal(one)
  }

  async function listen() {
    if (isOver || isPooled(database.url)) return
    const opened = makeClient(database.url)
    client = opened
    let hasEnded = false
    const again = () => {
      if (hasEnded) return
      hasEnded = true
      hasMissed = true
      void opened.end().catch(() => {})
      if (!isOver) setTimeout(() => void listen(), pause).unref()
    }
    opened.on('error', () => {})
    opened.once('end', again)
    opened.on('notification', ({ payload = '' }) => {
      const [entNo = '', msgNo = ''] = payload.split('/')
      tell(entNo, msgNo).catch((error: unknown) => log.error({ event: 'inbox', ...describeError(error) }))
    })
    await opened
      .connect()
      .then(() => opened.query(`listen ${inboxChannel}`))
      // Lets all pages ask, for whatever came in between was told to nobody.
      .then(() => hasMissed && listeners.forEach(signal))
      .catch(again)
  }

  const beating = setInterval(() => void prove().catch(() => {}), beat).unref()
  void listen()

  // Ends the streams at once, for whatever holds up closing lets requests be refused that still come.
  app.addHook('preClose', (done) => {
    isOver = true
    clearInterval(beating)
    for (const one of listeners) end(one)
    done()
  })
  app.addHook('onClose', async () => {
    await client?.end().catch(() => {})
  })
}
