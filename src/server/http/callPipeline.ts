import { newOperation } from '#server/base/operationNumber.ts'
import { permits } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import type { Envelope } from '#contract/wire.ts'
import { type Me, openContext, type Origin, type Services } from '#server/call/context.ts'
import { transaction } from '#server/database/database.ts'
import { checkCodes } from '#server/database/dictionary.ts'
import { Fault, faultOfDatabase, isRetryable, isUnreachable, toEnvelope } from '#server/base/fault.ts'
import { recheckImpersonation } from '#server/auth/impersonation.ts'
import { describeError, log } from '#server/base/log.ts'
import { assertFits, pickerOf } from './output.ts'
import { endsSession, isOfAccounts, mayEdit, nobody, noRights } from './callRules.ts'
import { type Read, readInput } from './readInput.ts'
import { recordLook } from '#server/history/history.ts'
import { readRights, type RightsCache } from '#server/call/rights.ts'
import { enterpriseOf, intersectScopes, scopeOf } from '#server/call/scope.ts'
import type { Served } from '#server/call/serve.ts'
import { type AssumedSession, RecentSessions } from '#server/call/recentSessions.ts'
import { hashOfToken, readSession, touchSession } from '#server/call/session.ts'
import { limitIdNumberSearch } from '#server/access/idNumberSearch.ts'
import { hashOf } from '#server/base/tokens.ts'
import type { RateLimits } from './rateLimits.ts'
import { requireSpace } from '#server/store/files.ts'
import { countNumberProbes, isNumberProbe, namesNumber, probedNumbers } from '#server/access/numberProbeLimit.ts'
import type { Session } from '#server/call/session.types.ts'

type Caller = Parameters<typeof openContext>[2]

/** Describes who was let in before anything of the body was read, or why nobody was. */
export type Admission = { me: Me; assumed?: AssumedSession | undefined } | { refused: Envelope }

type CallPipeline = {
  /** Looks at the session, the rates and the right, so that no body is read for whoever may not make the call. */
  admit(origin: Origin): Promise<Admission>
  answer(raw: () => Promise<Record<string, unknown> | undefined>, origin: Origin, admission: Admission): Promise<Envelope>
}

type Options = {
  checkOutput: boolean
  /** Counts calls; undefined counts none. */
  rates?: RateLimits | undefined
}

/**
 * Returns what answers a call, the same way for all: session, permission, input, enterprise, handler in its transaction, output.
 * Answers an envelope; what is no expected failure is left in the trace and answered without details.
 */
export function makeCallPipeline(services: Services, cache: RightsCache, { checkOutput, rates }: Options) {
  const { database } = services
  const recent = new RecentSessions()

  // Reads from the replica what may be some seconds old, but never older than what the caller has just changed.
  // An assumed session is looked up on the way, where it is kept.
  const replicaFor = ({ replica }: Call, { hasChanged }: Origin, assumed?: AssumedSession) =>
    replica && !hasChanged && !assumed && database.replica?.isFresh() ? database.replica : undefined

  // Assumes the session of a plain read, to look it up together with what is read.
  async function assumedFor({ call }: Served, origin: Origin) {
    const { token } = origin
    const isPlain = call.method === 'GET' && call.answers === 'envelope' && call.time === 'list' && !replicaFor(call, origin)
    if (!isPlain || typeof call.access === 'string' || !token) return undefined
    const assumed = recent.assume(database, hashOfToken(token))
    if (!assumed) return undefined
    await rates?.checkSession(assumed.session.tokenHash.toString('hex'))
    await rates?.countSession(assumed.session)
    const me = { ...assumed.session, rights: await rightsOf(assumed.session) }
    return permits(me, call.access) ? { me, assumed } : undefined
  }

  async function meOf(served: Served, origin: Origin): Promise<Me> {
    const { access } = served.call
    if (access === 'open') {
      await rates?.countStranger(origin.address)
      return { ...nobody, rights: noRights }
    }
    const { unseen, ...session } = await sessionOf(origin)
    recent.keep(session, unseen)
    if (unseen && !served.call.passive) await transaction(database.sidePool, {}, (db) => touchSession(db, session))
    if (session.initial && access !== 'initial')
      throw new Fault('changePasswordFirst', session.expired ? '密码已过有效期，请先修改' : undefined)
    if (session.readOnly && served.call.method === 'POST' && !endsSession(served.call)) throw new Fault('readOnly')
    if (session.impersonator) await recheckImpersonation(services, session.impersonator, served.call)
    return { ...session, rights: await rightsOf(session) }
  }

  function rightsOf({ entNo, idntVal, version }: Session) {
    const read = () => transaction(database.pool, { entNo }, (db) => readRights(db, entNo, idntVal), { readOnly: true })
    return cache.get(`${entNo}/${idntVal}`, version, read)
  }

  async function sessionOf({ token, address }: Origin) {
    if (token) await rates?.checkSession(hashOf(token).toString('hex'))
    const session = await readSession(database.pool, token).catch(async (error: unknown) => {
      if (error instanceof Fault) await rates?.countStranger(address)
      throw error
    })
    await rates?.countSession(session)
    return session
  }

  return (served: Served): CallPipeline => {
    const { call, handler } = served
    const [pick, pickHidden] = [pickerOf(call.output), pickerOf(call.output, true)]

    const attempt = async ({ input, errors }: Read, caller: Caller) => {
      const { me, within } = caller
      const { context, tx, later, leave } = openContext(services, call, caller)
      const { refusals } = context
      const { entNo } = within
      refusals.take(errors)
      try {
        if (call.method === 'POST') await checkCodes(call.input, input, context.db, entNo)
        // Passes the enterprise of the input as data to a call without a tenant.
        const result = await handler({ ...input, entNo: entNo || String(input.entNo ?? '') }, context)
        refusals.check()
        const picked = (mayEdit(me, call) ? pick : pickHidden)(result)
        if (checkOutput) assertFits(call.output, result, picked)
        await tx.commit()
        return { picked, later }
      } catch (error) {
        tx.rollback()
        throw error
      } finally {
        leave()
      }
    }

    // Keeps that somebody looked for a person by an ID number, which the call itself would not write: it only reads.
    const recordSearch = (table: string, { userNo, imitUserNo }: Me, entNo: string) =>
      transaction(services.database.sidePool, { entNo, userNo, imitUserNo, call: call.path, op: newOperation() }, (db) =>
        recordLook(db, entNo, table, { field: 'idNo' }),
      )

    // Logs a failure after the commit instead of telling the caller: it can no longer be undone.
    const finish = async (later: (() => Promise<unknown>)[]) => {
      for (const work of later)
        await work().catch((error: unknown) => log.error({ event: 'after the commit', call: call.path, ...describeError(error) }))
    }

    const admit = async (origin: Origin): Promise<Admission> => {
      try {
        return (await assumedFor(served, origin)) ?? (await admitRead(origin))
      } catch (error) {
        return { refused: refusalOf(error, {}, origin) }
      }
    }

    const admitRead = async (origin: Origin): Promise<Admission> => {
      try {
        const me = await meOf(served, origin)
        if (me.userNo) Object.assign(origin.trace, { user: me.userNo, ent: me.entNo })
        if (!permits(me, call.access)) throw new Fault('forbidden')
        return { me }
      } catch (error) {
        return { refused: refusalOf(error, {}, origin) }
      }
    }

    // Returns the enterprise that a call works on, and what of it; counts and narrows searches by a person's number.
    const narrow = async (read: Read, me: Me, trace: Origin['trace']) => {
      const { input } = read
      if (isNumberProbe(call)) await countNumberProbes(services, me.userNo, probedNumbers(call, me, input))
      const entNo =
        call.access === 'open' || call.place === 'caller'
          ? ''
          : await enterpriseOf({ me, services }, call, input.entNo as string | undefined)
      if (entNo) trace.ent = entNo
      let scope = await scopeOf({ me, services }, call, entNo)
      if (isNumberProbe(call)) {
        const asked = await limitIdNumberSearch({ services, me }, call, input)
        read.input = asked.input
        for (const table of asked.looked) await recordSearch(table, me, entNo || me.entNo)
        for (const right of asked.within)
          scope = intersectScopes(scope, await scopeOf({ me, services }, { access: [right] }, entNo))
      }
      return { entNo, ...scope }
    }

    const refusalOf = (error: unknown, input: Record<string, unknown>, { trace }: Origin) => {
      const fault = error instanceof Fault ? error : faultOfDatabase(error, call, input)
      if (fault) return toEnvelope(fault)
      trace.error = error
      return toEnvelope(new Fault('internal'))
    }

    // Answers again by the session as it is where the one that was assumed is another by now.
    const answer: CallPipeline['answer'] = async (raw, origin, admission) => {
      const { trace } = origin
      const envelope = await answerOnce(raw, origin, admission)
      if ('refused' in admission || !admission.assumed) return envelope
      try {
        if (await admission.assumed.holds()) return envelope
      } catch (error) {
        return refusalOf(error, {}, origin)
      }
      delete trace.error
      return answerOnce(raw, origin, await admitRead(origin))
    }

    const answerOnce: CallPipeline['answer'] = async (raw, origin, admission) => {
      const { trace } = origin
      let input: Record<string, unknown> = {}
      try {
        if ('refused' in admission) return admission.refused
        const { me, assumed } = admission
        if (assumed) Object.assign(trace, { user: me.userNo, ent: me.entNo })
        if (call.method === 'POST' && !isOfAccounts(call)) requireSpace(services.files)
        const given = await raw()
        if (!given) throw new Fault('invalid', '提交的内容格式不正确')
        const read = readInput(call, given)
        input = read.input
        if (assumed && namesNumber(input) && !(await assumed.holds())) throw new Fault('illegalToken')
        const within = await narrow(read, me, trace)
        for (let tries = 1; ; tries++) {
          const replica = tries === 1 ? replicaFor(call, origin, assumed) : undefined
          try {
            const { picked, later } = await attempt(read, { me, origin, within, assumed, replica })
            if (!assumed || (await assumed.holds())) await finish(later)
            return { code: 0, result: picked, message: call.message }
          } catch (error) {
            if (tries < 3 && isRetryable(error)) continue
            if (replica && isUnreachable(error)) {
              replica.giveUp()
              continue
            }
            // Counts the numbers of a refused input, for a refusal may reveal that somebody has one.
            if (!isNumberProbe(call)) await countNumberProbes(services, me.userNo, probedNumbers(call, me, input))
            throw error
          }
        }
      } catch (error) {
        return refusalOf(error, input, origin)
      }
    }

    return { admit, answer }
  }
}
