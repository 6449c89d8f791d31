import { formatAmount } from '#web/page/format.ts'
import { momentWords, momentSpan } from '#web/portal/moments.ts'
import { audienceOf, placesLeft, type ShownActivity } from './activities.tsx'

/** Draws the time, the place, the audience and the fee. */
export function AnnouncedFacts({ activity }: { activity: ShownActivity }) {
  const { sDt, eDt, place, regSDt, regEDt, ofEntName, payName, wrkFlag, wrkSDt, wrkEDt } = activity
  return (
    <dl className="act-facts">
      <dt>活动时间</dt>
      <dd>{momentSpan(sDt, eDt)}</dd>
      <dt>地点</dt>
      <dd>{place ?? '待通知'}</dd>
      <dt>报名时间</dt>
      <dd>
        {momentWords(regSDt)} 至 {momentWords(regEDt)}
      </dd>
      <dt>面向</dt>
      <dd>{audienceOf(activity)}</dd>
      <dt>名额</dt>
      <dd>{placesLeft(activity)}</dd>
      <dt>费用</dt>
      <dd>{payName ? feeOf(activity) : '不收费'}</dd>
      {wrkFlag === '1' && wrkSDt && wrkEDt && (
        <>
          <dt>收作品</dt>
          <dd>{momentSpan(wrkSDt, wrkEDt)}</dd>
        </>
      )}
      <dt>主办</dt>
      <dd>{ofEntName}</dd>
    </dl>
  )
}

/** Formats the fee of a participant; null where there is none. */
export const feeOf = ({ payName, payAmt }: ShownActivity) => (payAmt ? `${payName} ${formatAmount(Number(payAmt))} 元` : payName)

/** Lists the rules of enrolling. */
export function rulesOf({ auditFlag, waitFlag, quota, billClmns, payName, regEDt }: ShownActivity): string[] {
  return [
    ...(billClmns.length > 0 ? ['报名时要填一张表，每人一张。'] : []),
    ...(auditFlag === '1' ? ['报名后由主办方审核，通过后才算报上。'] : []),
    ...(quota !== null && waitFlag === '1' ? ['名额满了可以候补，有人取消时按先后顺序递补。'] : []),
    ...(payName ? ['费用由主办方另行收取，报名时不用付款。'] : []),
    `${momentWords(regEDt)} 前可以取消报名。`,
  ]
}
