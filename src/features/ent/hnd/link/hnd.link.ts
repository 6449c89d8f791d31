import { CollectionState } from '#domain/collections/collections.contract.ts'
import { openAddress } from '#domain/collections/openCollections.ts'
import type { Context } from '#server/call/context.ts'
import { collectionColumns, collections } from '../hnd.list.ts'

type Linked = {
  entNo: string
  hndNo: string
  lnkNo: number
  passWord: string | null
  opnFlag: string
  mineFlag: string
  stt: string
}

/** Returns the path of the link, and its word, for whoever sent it while it is open; null for others. */
export function linkOf({ services }: Context, { entNo, hndNo, lnkNo, passWord, opnFlag, mineFlag, stt }: Linked) {
  const isTold = opnFlag === '1' && mineFlag === '1'
  return {
    lnkPath: isTold && stt === CollectionState.open ? openAddress(services.secret, { entNo, hndNo, lnkNo }) : null,
    passWord: isTold && passWord !== null ? services.secret.open(passWord) : null,
  }
}

// Limits how many rounds are listed: three years of weeks.
const mostRounds = 160

/** Lists the rounds of a collection that repeats, the latest first; none of one that has a single round. */
export async function readRounds(
  context: Context,
  { entNo, hndNo, srsNo }: { entNo: string; hndNo: string; srsNo: string | null },
) {
  const first = srsNo ?? hndNo
  const rows = await collections(context, { entNo })
    .where((one) => one.or([one('h.srsNo', '=', first), one('h.hndNo', '=', first)]))
    .select(collectionColumns)
    .orderBy('h.rnd', 'desc')
    .limit(mostRounds)
    .execute()
  return rows.length > 1
    ? rows.map(({ hndNo: no, rnd, sentTm, toCnt, doneCnt }) => ({ hndNo: no, rnd, sentTm, toCnt, doneCnt }))
    : []
}
