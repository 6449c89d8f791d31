import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { Suspense, useState } from 'react'
import { query } from '#web/api/api.ts'
import { formatTime } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { rollover, undoDays } from './rollover.contract.ts'
import { rolloverSummary } from './rolloverWords.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const UndoYear = lazyWindow(() => import('./UndoYear.tsx'))

/** Draws the last year-end, as long as it can be undone. */
export function PastYears() {
  const may = useMay()
  const { data } = useQuery(query(rollover.getpage, { pageSize: 5 }))
  const [asking, setAsking] = useState(false)
  const last = data?.datas.find(({ undoFlag }) => undoFlag === '1')
  if (!last) return null
  return (
    <>
      <Alert
        type="info"
        showIcon
        title={`已升级到${last.schYear + 1}学年 · ${undoDays} 天内可以撤销`}
        description={`${formatTime(last.doneTm)} ${last.nickName ?? ''} · ${rolloverSummary(last.counts)}`}
        action={may(rollover.takeback) && <Button onClick={() => setAsking(true)}>撤销升级</Button>}
      />
      <Suspense>{asking && <UndoYear rollNo={last.rollNo} schYear={last.schYear} onClose={() => setAsking(false)} />}</Suspense>
    </>
  )
}
