import type { FastifyInstance } from 'fastify'
import { endCasSessions, endedTicket } from './cas.ts'
import type { Services } from '#server/call/context.ts'
import { transaction } from '#server/database/database.ts'
import { Fault, toEnvelope } from '#server/base/fault.ts'

/**
 * A CAS server says here that somebody has signed out there (single log-out). Whoever knows the ticket may say so, and
 * is not told whether there was a session.
 */
export function serveCasLogout(app: FastifyInstance, { database, identityProviders }: Services) {
  if (!identityProviders.cas) return
  // A form is read on this path only.
  app.register(async (here) => {
    here.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    here.post('/login/cas', async ({ body }, reply) => {
      const ticket = body instanceof URLSearchParams ? ticketIn(body.getAll('logoutRequest')) : undefined
      if (!ticket) return reply.code(400).send(toEnvelope(new Fault('invalid')))
      await transaction(database.sidePool, {}, (db) => endCasSessions(db, ticket))
      return reply.send({ code: 0, message: '', result: null })
    })
  })
}

function ticketIn([request, ...more]: string[]): string | undefined {
  if (!request || more.length > 0) return undefined
  try {
    return endedTicket(request)
  } catch {
    // What is no XML of this kind names no ticket.
    return undefined
  }
}
