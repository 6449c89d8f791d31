import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import type { ShownActivity } from './activities.tsx'
import { useActivity } from './useActivity.tsx'
import { LinkButton } from '#web/page/LinkButton.tsx'

/** Draws a page about one activity: a placeholder until it is there, and what to do where it cannot be shown. */
export function OfActivity({ children }: { children: (activity: ShownActivity) => ReactNode }) {
  const { actNo, activity, error, refetch } = useActivity()
  if (activity) return children(activity)
  return (
    <div className="act-panel">
      {!actNo ? (
        <EmptyState hint="没有指明是哪个活动">
          <LinkButton to="/vam/prtl/index">看全部活动</LinkButton>
        </EmptyState>
      ) : error ? (
        <ReadFailed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton active={false} paragraph={{ rows: 10 }} />
      )}
    </div>
  )
}
