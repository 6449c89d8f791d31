import { Link } from 'react-router'
import { momentWords } from '#web/portal/moments.ts'
import { type ActivityCard, placesLeft, StateTag } from './activities.tsx'
import { Cover } from './Cover.tsx'

/** Draws a recommended activity: one that can be enrolled in, or will be; otherwise what this place is for. */
export function Banner({ card }: { card: ActivityCard | undefined }) {
  if (!card)
    return (
      <section className="act-banner plain" aria-label="活动中心">
        <strong>一起参加，一起成长</strong>
        <span>在这里看活动、报名、交作品，报上以后随时查看进度。</span>
      </section>
    )
  const { actNo, title, coverUrl, cls, clsName, stt, regEDt, place, ofEntName } = card
  return (
    <Link to={`/vam/prtl/dtl?no=${actNo}`} className="act-banner">
      <Cover url={coverUrl} cls={cls} isFirst />
      <span className="act-banner-text">
        <span>
          <StateTag stt={stt} /> <span className="grey">{clsName}</span>
        </span>
        <strong>{title}</strong>
        <span className="grey">
          {ofEntName}
          {place && ` · ${place}`}
        </span>
        <span>报名截止 {momentWords(regEDt)}</span>
        <span className="act-card-places">{placesLeft(card)}</span>
      </span>
    </Link>
  )
}
