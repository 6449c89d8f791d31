import type { Context } from '#server/context.ts'
import { checkFace, checkPicture } from '#server/photos.ts'

type Photos = {
  cardPht?: string | null | undefined
  facePht?: string | null | undefined
  cnsntFlag?: string | undefined
}

/** Refuses photos that the caller has not handed in or that are too small, and a face without the consent of a guardian (domain, 5.4). */
export async function checkPhotos(context: Context, entNo: string, { cardPht, facePht, cnsntFlag = '0' }: Photos) {
  if (cardPht) await checkPicture(context, entNo, cardPht, 'card')
  if (!facePht) return
  await checkFace(context.db, entNo, true, cnsntFlag, '监护人')
  await checkPicture(context, entNo, facePht, 'face')
}
