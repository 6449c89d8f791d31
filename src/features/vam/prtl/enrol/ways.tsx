import { ActivityState, EnrolState } from '#domain/activities/activities.contract.ts'
import { momentOf } from '#web/page/format.ts'
import { momentWords } from '#web/portal/moments.ts'
import type { ShownActivity } from '../activities.tsx'

/** Describes the button of an activity: its text and target; without `to` nothing can be done now. */
export type Way = { words: string; to?: string }

const taking: readonly string[] = [EnrolState.reviewing, EnrolState.taken, EnrolState.waiting]

/** Lists the enrolments of the caller's that are still valid. */
export const enrolledIn = ({ mine }: ShownActivity) => mine.filter(({ stt }) => taking.includes(stt))

/** Tells whether works can be submitted now. */
function takesWorks({ wrkFlag, wrkSDt, wrkEDt }: ShownActivity, now = Date.now()): boolean {
  return wrkFlag === '1' && !!wrkSDt && !!wrkEDt && momentOf(wrkSDt) <= now && now < momentOf(wrkEDt)
}

/** Tells whether somebody is left whom the caller could enrol. */
const canEnrolMore = (activity: ShownActivity) =>
  activity.stuFlag === '1' || (activity.selfFlag === '1' && !enrolledIn(activity).some(({ stuNo }) => stuNo === null))

/** Lists what can be done with an activity now, the most likely first. */
export function waysOf(activity: ShownActivity): Way[] {
  const { actNo, stt, wrkFlag, wrkCnt } = activity
  const to = (page: string) => `/vam/prtl/${page}?no=${actNo}`
  const mine = enrolledIn(activity)
  const handIn = takesWorks(activity) && mine.some(({ stt }) => stt === EnrolState.taken)
  const first = firstWay(activity, to('enroll'))
  return [
    ...(handIn ? [{ words: '上传作品', to: to('uploadworks') }] : []),
    ...(mine.length > 0 ? [{ words: `我的报名（${mine.length} 人）`, to: to('myreg') }] : []),
    ...(mine.length === 0 || first.to ? [{ ...first, words: mine.length > 0 && first.to ? '再报几人' : first.words }] : []),
    ...(wrkFlag === '1' && (wrkCnt > 0 || stt === ActivityState.ended)
      ? [{ words: wrkCnt > 0 ? `看作品（${wrkCnt}）` : '看作品', to: to('works') }]
      : []),
  ].toSorted((one, other) => Number(!one.to) - Number(!other.to))
}

function firstWay(activity: ShownActivity, to: string): Way {
  const { stt, regSDt, fullFlag, waitFlag, selfFlag, stuFlag } = activity
  if (stt === ActivityState.soon) return { words: `${momentWords(regSDt)} 开始报名` }
  if (stt === ActivityState.ended) return { words: '活动已结束' }
  if (stt === ActivityState.cancelled) return { words: '活动已取消' }
  if (stt !== ActivityState.open) return { words: '报名已截止' }
  if (selfFlag === '0' && stuFlag === '0') return { words: '不在报名范围' }
  if (!canEnrolMore(activity)) return { words: '已报名' }
  if (fullFlag === '1') return waitFlag === '1' ? { words: '候补报名', to } : { words: '名额已满' }
  return { words: '报名', to }
}
