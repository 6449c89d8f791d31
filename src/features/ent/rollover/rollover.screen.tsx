import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { EntryList } from './EntryList.tsx'
import { FindingRail } from './findings/FindingRail.tsx'
import type { RolloverPart } from './findings/FixButton.tsx'
import { MoveList } from './moves/MoveList.tsx'
import { PastYears } from './PastYears.tsx'
import './rollover.css'
import { rolloverSummary } from './rolloverWords.tsx'
import type { NewException } from './moves/targets.tsx'
import { useRollover } from './useRollover.tsx'
import { YearCompare } from './YearCompare.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const AddMoves = lazyWindow(() => import('./moves/AddMoves.tsx'))
const DecideAway = lazyWindow(() => import('./moves/DecideAway.tsx'))
const ConfirmYear = lazyWindow(() => import('./ConfirmYear.tsx'))

const parts: { value: RolloverPart; label: string }[] = [
  { value: 'compare', label: '核对' },
  { value: 'moves', label: '例外' },
  { value: 'entries', label: '新年级' },
]

/** Draws the year-end of a school: this year and the next side by side, the obstacles, and the button that does it. */
export default function RolloverScreen() {
  const year = useRollover()
  const { shown, error, refetch, may } = year
  const [part, setPart] = useState<RolloverPart>('compare')
  const [seeks, setSeeks] = useState(0)
  const [adding, setAdding] = useState<NewException>()
  const [deciding, setDeciding] = useState<string[]>()
  const [confirming, setConfirming] = useState(false)
  if (error && !shown) return <ReadFailed page="学年升级" message={error.message} onRetry={() => void refetch()} />
  if (!shown) return null
  const { schYear, plan, blocks } = shown
  const show = (to: RolloverPart, seek = false) => {
    setPart(to)
    if (seek) setSeeks(seeks + 1)
  }
  return (
    <div className="page touch">
      <PageHead title="学年升级">
        <span className="grey">
          {schYear}学年 → {schYear + 1}学年
        </span>
      </PageHead>
      <PastYears />
      <div className="rollover">
        <div className="rollover-main">
          <div className="rollover-tools">
            <SegmentedControl<RolloverPart>
              value={part}
              onChange={(to) => {
                setPart(to)
                setSeeks(0)
              }}
              options={parts.map(({ value, label }) => ({
                value,
                label: value === 'moves' && plan.moves.length > 0 ? `${label} ${plan.moves.length}` : label,
              }))}
            />
            {may && part === 'moves' && (
              <Button type="primary" onClick={() => setAdding({ stuNos: [] })}>
                添加例外
              </Button>
            )}
          </div>
          {part === 'compare' && <YearCompare year={year} shown={shown} onMove={setAdding} />}
          {part === 'moves' && <MoveList year={year} seeks={seeks} />}
          {part === 'entries' && <EntryList year={year} />}
        </div>
        <FindingRail year={year} onDecide={setDeciding} onShow={show} />
      </div>
      <div className="rollover-foot">
        <span>{rolloverSummary(shown.counts)}</span>
        <span className="grey" aria-live="polite">
          {year.isSaving ? '正在保存…' : shown.rollNo && '草稿已保存'}
        </span>
        {may && (
          <Button
            type="primary"
            disabled={blocks.length > 0 || year.isSaving}
            title={blocks.length > 0 ? '先处理右边列出的问题' : undefined}
            onClick={() => setConfirming(true)}
          >
            升级到{schYear + 1}学年
          </Button>
        )}
      </div>
      <Suspense>
        {adding && <AddMoves year={year} asked={adding} onClose={() => setAdding(undefined)} />}
        {deciding && <DecideAway year={year} stuNos={deciding} onClose={() => setDeciding(undefined)} />}
        {confirming && <ConfirmYear year={year} onClose={() => setConfirming(false)} />}
      </Suspense>
    </div>
  )
}
