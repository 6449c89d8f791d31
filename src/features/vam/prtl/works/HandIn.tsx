import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { query } from '#web/api/api.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import type { ShownActivity } from '../activities.tsx'
import { HandInForm } from './HandInForm.tsx'
import { OfActivity } from '../OfActivity.tsx'
import type { OwnEnrolment } from '../enrol/EnrolmentSteps.tsx'
import '../detail.css'
import './handIn.css'
import { LinkButton } from '#web/page/LinkButton.tsx'

/** Draws the submission of a work to an activity that one takes part in, or one's students do. */
const HandIn = () => <OfActivity>{(activity) => <OfEnrolments key={activity.actNo} activity={activity} />}</OfActivity>
export default HandIn

function OfEnrolments({ activity }: { activity: ShownActivity }) {
  const { actNo, title } = activity
  const { data, error, refetch } = useQuery(query(reg.getminepage, { actNo, pageSize: 100 }))
  const [sent, setSent] = useState<OwnEnrolment>()
  const open = data?.datas.filter(({ workFlag }) => workFlag === '1') ?? []
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton paragraph={{ rows: 8 }} />
  if (sent) return <Sent own={sent} open={open} onAgain={() => setSent(undefined)} />
  return (
    <>
      <h1>{title}：上传作品</h1>
      {open.length > 0 ? (
        <HandInForm activity={activity} enrolments={open} onSent={setSent} />
      ) : (
        <div className="act-panel">
          <EmptyState hint="报上名的人在收作品的时间里可以上传作品；已经交满，或还没到时间的，这里没有。">
            <LinkButton to={`/vam/prtl/dtl?no=${actNo}`}>回到活动</LinkButton>
          </EmptyState>
        </div>
      )}
    </>
  )
}

type SentProps = { own: OwnEnrolment; open: readonly OwnEnrolment[]; onAgain: () => void }

/** Draws that the work was submitted, and waits for its review. */
function Sent({ own: { actNo, regNo, name }, open, onAgain }: SentProps) {
  const [, setParams] = useSearchParams()
  const isOpen = open.some((one) => one.regNo === regNo)
  const again = () => {
    setParams({ no: actNo, ...(isOpen && { reg: regNo }) }, { replace: true })
    onAgain()
  }
  return (
    <section className="act-panel handed-in">
      <div role="status">
        <h1>已提交，等待审核</h1>
      </div>
      <p className="grey">{name}的作品通过审核后会出现在作品展示里，在那里也能看到审核结果。</p>
      <div className="portal-bar">
        {open.length > 0 && (
          <Button type="primary" size="large" onClick={again}>
            再交一个
          </Button>
        )}
        <LinkButton to={`/vam/prtl/works?no=${actNo}&mine=1`} size="large">
          看我的作品
        </LinkButton>
      </div>
    </section>
  )
}
