import { For, QuotaMode, WorkKind } from '#domain/activities/activities.contract.ts'
import { Label } from '#web/api/dictionary.tsx'
import { RecordColumns, type RecordCount, RecordCounts } from '#web/head/RecordColumns.tsx'
import { FactList } from '#web/page/FactList.tsx'
import { formatCount, formatTime } from '#web/page/format.ts'
import type { Out } from '#web/api/send.ts'
import type { act } from './act.contract.ts'

type ActivityInfo = Out<typeof act.get>

const people: Record<string, string> = { [For.students]: '学生', [For.employees]: '员工', [For.both]: '学生和员工' }
const kinds: Record<string, string> = {
  [WorkKind.pictures]: '图片',
  [WorkKind.video]: '视频',
  [WorkKind.either]: '图片或视频',
}
const sexes: Record<string, string> = { M: '只限男生', N: '只限女生' }

/** Formats a span of time; of one day with its date once. */
export const spanOf = (from: string | null, to: string | null) =>
  `${formatTime(from)} 至 ${formatTime(to).slice(from && from.slice(0, 8) === to?.slice(0, 8) ? 11 : 0)}`

const placesOf = ({ quota, quotaMode }: ActivityInfo) =>
  quota === null ? '不限' : `${quotaMode === QuotaMode.grades ? '每年级 ' : ''}${formatCount(quota)} 人`

/** Draws the facts of an activity for those who run it, but for what the head of its page says: when and where it is. */
export function ActivityFacts({ activity, counts }: { activity: ActivityInfo; counts: RecordCount[] }) {
  const rules = [
    activity.waitFlag === '1' && '可候补',
    activity.auditFlag === '1' && '报名要审核',
    activity.pubFlag === '1' ? '公开' : '只给本单位的人看',
  ]
  const facts: Record<string, React.ReactNode> = {
    活动编号: activity.actNo,
    分类: <Label type="ACT_CLS" value={activity.cls} />,
    报名时间: spanOf(activity.regSDt, activity.regEDt),
    发起人: activity.empName ?? '–',
    面向: [people[activity.who], ...activity.unitNames, activity.sex && sexes[activity.sex]].filter(Boolean).join('、'),
    名额: placesOf(activity),
    规则: rules.filter(Boolean).join('、'),
    ...(activity.tmplName && { 报名表单: activity.tmplName }),
    ...(activity.payName && { 缴费项目: activity.payName }),
    ...(activity.wrkFlag === '1' && {
      作品: `${kinds[activity.wrkTypes]}，每人最多 ${activity.wrkMax} 件，${spanOf(activity.wrkSDt ?? null, activity.wrkEDt ?? null)}`,
    }),
  }
  const byGrade = activity.seats.filter(({ seatName }) => seatName)
  const seats = byGrade.map(
    ({ seatName, takeCnt, waitCnt }) => `${seatName} ${takeCnt}${waitCnt > 0 ? `（候补 ${waitCnt}）` : ''}`,
  )
  const side = (
    <>
      {activity.coverUrl && <img className="activity-cover" src={activity.coverUrl} alt="活动的封面" />}
      {counts.length > 0 && <RecordCounts counts={counts} />}
    </>
  )
  return (
    <RecordColumns side={side}>
      <FactList isWide items={Object.entries(facts)} />
      <FactList
        items={[
          seats.length > 0 && ['各年级', seats.join('、')],
          activity.cntnt !== null && [
            '活动介绍',
            <p key="text" className="activity-text">
              {activity.cntnt}
            </p>,
          ],
        ]}
      />
    </RecordColumns>
  )
}
