import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { hashOf } from '#server/base/tokens.ts'
import { stillOpen } from '#server/call/session.ts'
import type { Db } from '#server/database/database.ts'

// Holds the sessions of one browser, the latest first: each of its tabs may have one of its own.
const name = 'files'
const most = 4

const keysIn = (header: string | undefined): string[] =>
  (/(?:^|;\s?)files=([\w~-]{1,400})/.exec(header ?? '')?.[1] ?? '').split('~').filter((key) => key.length === 43)

/**
 * Lets the browser of a session open files by their links: a cookie names the session by the hash of its token until the browser
 * is closed. Nothing but files looks at it.
 */
export function keepFileCookie(request: FastifyRequest, reply: FastifyReply, token: string) {
  const own = hashOf(token).toString('base64url')
  const known = keysIn(request.headers.cookie)
  if (known.includes(own)) return
  const keys = [own, ...known].slice(0, most).join('~')
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header('set-cookie', `${name}=${keys}; Path=/; HttpOnly; SameSite=Strict${secure}`)
}

/** Tells whether the browser that asks has a session that goes on. */
export async function holdsSession(db: Db, header: string | undefined): Promise<boolean> {
  const hashes = keysIn(header)
    .slice(0, most)
    .map((key) => Buffer.from(key, 'base64url'))
  if (hashes.length === 0) return false
  const { rows } = await sql`select from session s where s.token_hash = any(${hashes}::bytea[]) and ${stillOpen}`.execute(db)
  return rows.length > 0
}
