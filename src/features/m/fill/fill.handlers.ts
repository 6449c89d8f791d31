import { answerUploader, receiveAnswerFile } from '#domain/collections/answerFiles.ts'
import { lockToFill, storeAnswer } from '#domain/collections/answering.ts'
import { beginOpenAnswer, isDeadLink, openFillKey, readOpenForm, type Visitor } from '#domain/collections/openCollections.ts'
import { limitRate, networkOf } from '#server/auth/attempts.ts'
import type { Context } from '#server/call/context.ts'
import { serve } from '#server/call/serve.ts'
import type { Db } from '#server/database/database.ts'
import { workOn } from '#server/reference/load.ts'
import { mFill } from './fill.contract.ts'

type Given = { key: string; once: string; word?: string | undefined }

// Limits the tries per hour and address, which a whole school may share.
const perAddress = { send: 1000, upload: 500 }

const countTry = (context: Context, what: keyof typeof perAddress) =>
  context.inOwnTransaction((db) =>
    limitRate(db, `fill ${what}:${networkOf(context.origin.address)}`, perAddress[what], '操作太频繁，请一小时后再试'),
  )

/** Finds who comes by a link, of whose page the hash of its key alone is known. Throws notFound for a forged link. */
function visitorOf({ services, origin }: Context, { key, once, word }: Given): Visitor {
  const place = openFillKey(services.secret, key)
  if (!place) throw isDeadLink()
  return { place, word, keyHash: services.secret.hash(once), network: networkOf(origin.address) }
}

/** Counts a wrong word apart from what is refused for it. */
const counting = (context: Context) => (work: (db: Db) => Promise<void>) => context.inOwnTransaction(work)

export const mFillHandlers = serve(mFill, {
  async open(given, context) {
    const visitor = visitorOf(context, given)
    await workOn(context.db, visitor.place.entNo)
    return readOpenForm(context.db, context.services.secret, visitor, counting(context))
  },

  async send({ vals, ...given }, context) {
    await countTry(context, 'send')
    const visitor = visitorOf(context, given)
    const { entNo } = visitor.place
    const { secret } = context.services
    await context.inOwnTransaction(
      async (db) => {
        const filler = await beginOpenAnswer(db, secret, visitor, counting(context))
        await storeAnswer(db, secret, await lockToFill(db, filler), { given: vals, by: filler })
      },
      { entNo, userNo: '' },
    )
    return null
  },

  async upload({ clmnNo, file, ...given }, context) {
    await countTry(context, 'upload')
    const visitor = visitorOf(context, given)
    const { entNo } = visitor.place
    const { secret } = context.services
    const within = <T>(work: (db: Db) => Promise<T>) => context.inOwnTransaction(work, { entNo, userNo: '' })
    const lock = async (db: Db) => lockToFill(db, await beginOpenAnswer(db, secret, visitor, counting(context)))
    return receiveAnswerFile(context, { within, lock, byNo: answerUploader, userNo: answerUploader }, { clmnNo, file })
  },
})
