import { Link, useSearchParams } from 'react-router'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { MoreRows } from '#web/portal/MoreRows.tsx'
import { useMore } from '#web/portal/useMore.ts'
import { EnrolmentCard } from './EnrolmentCard.tsx'
import '../detail.css'
import './enrolments.css'
import { LinkButton } from '#web/page/LinkButton.tsx'

const tabs = [
  { value: 'on', label: '进行中' },
  { value: 'over', label: '已结束' },
] as const

/** Draws the user's enrolments, of themselves and of students, with the state of each. */
export default function Enrolments() {
  const [params, setParams] = useSearchParams()
  const when = params.get('when') === 'over' ? 'over' : 'on'
  const actNo = params.get('no') ?? undefined
  const asked = { when, ...(actNo && { actNo }), pageSize: 20 } as const
  const { rows, error, refetch, more } = useMore(reg.getminepage, asked)
  const show = (to: string) => setParams({ ...(actNo && { no: actNo }), ...(to === 'over' && { when: to }) }, { replace: true })
  return (
    <>
      <div className="enrolments-head">
        <h1>我的报名</h1>
        <div className="portal-chips" role="group" aria-label="时间">
          {tabs.map(({ value, label }) => (
            <button key={value} type="button" className="chip" aria-pressed={value === when} onClick={() => show(value)}>
              {label}
            </button>
          ))}
        </div>
        {actNo && <Link to={`/vam/prtl/myreg${when === 'over' ? '?when=over' : ''}`}>看全部报名</Link>}
      </div>
      {error && !rows ? (
        <ReadFailed message={error.message} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState hint={when === 'on' ? '现在没有报名，去看看有什么活动' : '还没有结束的报名'}>
          <LinkButton to="/vam/prtl/index">看全部活动</LinkButton>
        </EmptyState>
      ) : (
        <ul className="enrolments" aria-busy={!rows}>
          {rows?.map((own) => <EnrolmentCard key={own.regNo} own={own} />) ??
            [1, 2].map((at) => <li key={at} className="act-panel enrolment-shape" aria-hidden />)}
        </ul>
      )}
      <MoreRows {...more} />
    </>
  )
}
