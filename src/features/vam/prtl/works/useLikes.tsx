import { useState } from 'react'
import { wrk } from '#features/vam/wrk/wrk.contract.ts'
import { send } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import type { ShownWork } from './ShownWorkCard.tsx'

/** Likes as the reader gives them: shown at once, taken back where the server refuses. */
export function useLikes() {
  const [given, setGiven] = useState<Record<string, number>>({})
  const likesOf = ({ wrkNo, likeCnt, likedFlag }: ShownWork) => ({
    count: given[wrkNo] ?? likeCnt,
    isLiked: wrkNo in given || likedFlag === '1',
  })
  const like = async (work: ShownWork) => {
    const { wrkNo, likeCnt } = work
    if (likesOf(work).isLiked) return toast.warning('今天已经点过，明天可以再点')
    setGiven((all) => ({ ...all, [wrkNo]: likeCnt + 1 }))
    try {
      const { result } = await send(wrk.like, { wrkNo })
      setGiven((all) => ({ ...all, [wrkNo]: result.likeCnt }))
    } catch (error) {
      setGiven(({ [wrkNo]: _, ...others }) => others)
      toast.error((error as Error).message)
    }
  }
  return { likesOf, like }
}
