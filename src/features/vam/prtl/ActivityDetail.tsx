import { Link2 } from 'lucide-react'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { copyText } from '#web/feedback/copyText.ts'
import { AnnouncedFacts, rulesOf } from './AnnouncedFacts.tsx'
import { type ShownActivity, StateTag } from './activities.tsx'
import { Countdown } from './Countdown.tsx'
import { Cover } from './Cover.tsx'
import { OfActivity } from './OfActivity.tsx'
import { waysOf } from './enrol/ways.tsx'
import './detail.css'

/** Draws everything about one activity, and its actions. */
const ActivityDetail = () => <OfActivity>{(activity) => <Detail activity={activity} />}</OfActivity>
export default ActivityDetail

function Detail({ activity }: { activity: ShownActivity }) {
  const { title, clsName, cls, coverUrl, stt, cntnt } = activity
  return (
    <article className="act-detail">
      <Cover url={coverUrl} cls={cls} isFirst />
      <div className="act-panel act-side">
        <p className="act-kind">
          <StateTag stt={stt} /> <span className="grey">{clsName}</span>
        </p>
        <h1>{title}</h1>
        <AnnouncedFacts activity={activity} />
        <Countdown activity={activity} />
        <Ways activity={activity} />
      </div>
      <section className="act-panel act-text">
        <h2>活动介绍</h2>
        <p className="act-words">{cntnt ?? '主办方还没有写介绍。'}</p>
        <h2>报名须知</h2>
        <ul>
          {rulesOf(activity).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
    </article>
  )
}

/** Draws the one thing to do now, and the other ways from here. */
function Ways({ activity }: { activity: ShownActivity }) {
  const navigate = useNavigate()
  const [first, ...others] = waysOf(activity)
  return (
    <>
      <div className="portal-bar">
        <Button type="primary" size="large" disabled={!first?.to} onClick={() => first?.to && navigate(first.to)}>
          {first?.words}
        </Button>
        <Button
          size="large"
          icon={<Link2 />}
          aria-label="复制链接"
          title="复制链接"
          onClick={() => void copyText(location.href, '链接已复制')}
        />
      </div>
      <p className="act-ways">
        {others.map(({ words, to }) =>
          to ? (
            <Link key={words} to={to}>
              {words}
            </Link>
          ) : (
            <span key={words}>{words}</span>
          ),
        )}
      </p>
    </>
  )
}
