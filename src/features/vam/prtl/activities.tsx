import type * as z from 'zod'
import { ActivityState, For, QuotaMode } from '#domain/activities/activities.contract.ts'
import { momentOf } from '#web/page/format.ts'
import type { Card, PortalActivity } from '#features/vam/act/act.parts.contract.ts'

export type ActivityCard = z.output<typeof Card>
export type ShownActivity = z.output<typeof PortalActivity>

// Names the states here, since visitors without a session read no dictionary.
const states: Record<string, [tone: string, words: string]> = {
  [ActivityState.soon]: ['run', '即将开始'],
  [ActivityState.open]: ['ok', '报名中'],
  [ActivityState.closed]: ['run', '报名截止'],
  [ActivityState.underWay]: ['run', '进行中'],
  [ActivityState.ended]: ['done', '已结束'],
  [ActivityState.cancelled]: ['bad', '已取消'],
}

/** Draws the state of an activity. */
export function StateTag({ stt }: { stt: string }) {
  const [tone, words] = states[stt] ?? ['off', stt]
  return <span className={`tag ${tone}`}>{words}</span>
}

/** Formats the number of places left. */
export function placesLeft({ quota, quotaMode, takeCnt, waitCnt, fullFlag, waitFlag }: ActivityCard): string {
  if (fullFlag === '1' && waitFlag === '0') return '名额已满'
  if (fullFlag === '1') return waitCnt > 0 ? `已满，可候补，前面有 ${waitCnt} 人` : '已满，可候补'
  if (quota === null) return takeCnt > 0 ? `已报名 ${takeCnt} 人，名额不限` : '名额不限'
  if (quotaMode === QuotaMode.grades) return `每个年级 ${quota} 个名额，已报名 ${takeCnt} 人`
  return `剩 ${Math.max(0, quota - takeCnt)} 个名额`
}

const audiences: Record<string, string> = { [For.students]: '学生', [For.employees]: '员工', [For.both]: '学生和员工' }

/** Describes the audience. */
export function audienceOf({ who, unitNames, sex }: ShownActivity): string {
  const among = unitNames.length > 0 ? `${unitNames.join('、')}的` : ''
  return `${among}${sex === 'M' ? '男生' : sex === 'N' ? '女生' : audiences[who]}`
}

/** Returns the next moment at which something changes, and what it is; undefined for none. */
export function boundaryOf(activity: ShownActivity, now: number): { label: string; at: number } | undefined {
  const { stt, regSDt, regEDt, sDt, eDt, wrkFlag, wrkEDt } = activity
  if (stt === ActivityState.ended || stt === ActivityState.cancelled) return undefined
  const moments: [string, string | null][] = [
    ['距报名开始', regSDt],
    ['距报名截止', regEDt],
    ['距活动开始', sDt],
    ['距活动结束', eDt],
    ['距作品截止', wrkFlag === '1' ? wrkEDt : null],
  ]
  for (const [label, time] of moments) if (time && momentOf(time) > now) return { label, at: momentOf(time) }
  return undefined
}
