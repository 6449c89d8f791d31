import type { FastifyInstance } from 'fastify'
import { endCasSessions, endedTicket } from './cas.ts'
import type { Services } from '#server/call/context.ts'
import { transaction } from '#server/database/database.ts'
import { Fault, toEnvelope } from '#server/base/fault.ts'

/**
 * Serves the single log-out of a CAS server. Whoever knows the ticket may send it, and does not learn whether there was a
 * session.
 */
export function serveCasLogout(app: FastifyInstance, { database, identityProviders }: Services) {
  if (!identityProviders.cas) return
  // Reads a form on this path only.
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
    // Returns no ticket for what is no XML of this kind.
    return undefined
  }
}
