import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { momentSpan } from '#web/portal/moments.ts'
import { type ActivityCard, placesLeft, StateTag } from './activities.tsx'
import { Cover } from './Cover.tsx'

/** Draws activities, three beside each other; placeholders while they are read. */
export const ActivityCards = ({ rows, isOld }: { rows: ActivityCard[] | undefined; isOld: boolean }) => (
  <ul className={isOld ? 'act-cards old' : 'act-cards'} aria-label="活动" aria-busy={!rows || isOld}>
    {rows
      ? rows.map((card, at) => <OneCard key={card.actNo} card={card} isFirst={at < 3} />)
      : Array.from({ length: 6 }, (_, at) => <CardShape key={at} />)}
  </ul>
)

function OneCard({ card, isFirst }: { card: ActivityCard; isFirst: boolean }) {
  const { actNo, title, ofEntName, clsName, coverUrl, cls, sDt, eDt, place, stt } = card
  return (
    <li>
      <Link to={`/vam/prtl/dtl?no=${actNo}`} className="act-card">
        <Cover url={coverUrl} cls={cls} isFirst={isFirst} />
        <span className="act-card-text">
          <span className="spread">
            <span className="grey">{clsName}</span>
            <StateTag stt={stt} />
          </span>
          <strong>{title}</strong>
          <span>{momentSpan(sDt, eDt)}</span>
          <span className="act-card-line grey">{place ?? ofEntName}</span>
          <span className="act-card-places">{placesLeft(card)}</span>
        </span>
      </Link>
    </li>
  )
}

const CardShape = () => (
  <li aria-hidden>
    <span className="act-card">
      <span className="cover shape" />
      <span className="act-card-text">
        <Skeleton title={false} paragraph={{ rows: 5 }} />
      </span>
    </span>
  </li>
)
