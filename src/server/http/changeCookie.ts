import type { FastifyReply, FastifyRequest } from 'fastify'
import { mostBehind } from '#server/database/connections/replica.ts'

// Outlasts what a replica may be behind by some seconds.
const seconds = mostBehind / 1000 + 5

/** Notes in the browser that it has just changed something: for some seconds it reads nothing from a replica, which may lack that. */
export function noteChange(request: FastifyRequest, reply: FastifyReply) {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header('set-cookie', `changed=1; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`)
}

/** Tells whether the browser that asks has just changed something. */
export const hasJustChanged = ({ headers }: FastifyRequest) => /(?:^|;\s?)changed=1/.test(headers.cookie ?? '')
