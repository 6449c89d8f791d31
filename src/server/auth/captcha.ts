import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { hashOf, newToken } from '#server/base/tokens.ts'

/** Names the kinds of challenges; `token` is the one-use proof of a solved slide captcha. */
type Kind = 'image' | 'slide' | 'token'

const seconds = 120
/** Limits the challenges of one address within that time, used ones included: drawing them costs. */
const perAddress = 300
/** Sets how far the piece may lie beside its place, in pixels. */
export const slideTolerance = 5

// Hashes the answer with the id, so that a hash read in the database cannot be tried out.
const answerOf = (id: string, answer: string) => hashOf(`${id} ${answer.toLowerCase()}`)

type Challenge = { kind: Kind; answer?: string; place?: number; address: string }

/** Stores what a stranger has to solve and returns its id. Throws busy where an address asks for too many. */
export async function keepCaptcha(db: Db, { kind, answer, place = 0, address }: Challenge): Promise<string> {
  await sql`delete from captcha where end_tm < now() - make_interval(secs => ${seconds})`.execute(db)
  const id = newToken()
  const kept = answer === undefined ? null : answerOf(id, answer)
  const { numAffectedRows } = await sql`
    insert into captcha (id_hash, kind, answer, place, address, end_tm)
    select ${hashOf(id)}, ${kind}, ${kept}, ${place}, ${address}, now() + make_interval(secs => ${seconds})
    where ${kind} = 'token' or ${perAddress} > (select count(*) from captcha
      where address = ${address} and kind <> 'token' and crt_tm > now() - make_interval(secs => ${seconds}))`.execute(db)
  if (!numAffectedRows) throw new Fault('busy', '操作过于频繁，请稍后再试')
  return id
}

type Taken = { answer: Buffer | null; place: number | null; ms: number }

/** Takes a valid challenge of this address, which is used up with this, solved or not; undefined where there is none. */
async function take(db: Db, kind: Kind, id: string, address: string): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`
    update captcha set end_tm = now()
    where id_hash = ${hashOf(id)} and kind = ${kind} and address = ${address} and end_tm > now()
    returning answer, place, extract(epoch from now() - crt_tm)::float8 * 1000 as ms`.execute(db)
  return rows[0]
}

export async function readsImage(db: Db, id: string, code: string, address: string): Promise<boolean> {
  const taken = await take(db, 'image', id, address)
  return taken?.answer?.equals(answerOf(id, code.trim())) ?? false
}

export const holdsToken = async (db: Db, id: string, address: string): Promise<boolean> =>
  (await take(db, 'token', id, address)) !== undefined

type TrackPoint = { x: number; y: number; t: number }

/** Tells whether a slide ended at its place and moved as a hand does; checked by the server's clock too. */
export async function slidesHome(
  db: Db,
  id: string,
  { x, track, address }: { x: number; track: TrackPoint[]; address: string },
): Promise<boolean> {
  const taken = await take(db, 'slide', id, address)
  if (!taken || Math.abs(x - (taken.place ?? 0)) > slideTolerance) return false
  return taken.ms >= leastMs && isByHand(x, track)
}

const leastMs = 300

// Tells whether a hand moved it: it takes its time, ends at its target, and is never of one speed all the way.
function isByHand(x: number, track: TrackPoint[]): boolean {
  const [first, last] = [track[0], track.at(-1)]
  if (!first || !last || track.length < 5 || Math.abs(last.x - x) > 2 || last.t - first.t < leastMs) return false
  const steps = track.slice(1).map((point, i) => {
    const before = track[i] as TrackPoint
    return { x: point.x - before.x, t: point.t - before.t }
  })
  if (steps.some((step) => step.t < 0 || Math.abs(step.x) > x * 0.6)) return false
  const speeds = new Set(steps.map((step) => (step.x / Math.max(step.t, 1)).toFixed(3)))
  return speeds.size >= 3
}

/** Returns an unpredictable number from 0 up to `below`. */
export const randomBelow = (below: number): number => (randomBytes(4).readUInt32BE() / 2 ** 32) * below
