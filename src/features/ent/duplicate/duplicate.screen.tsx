import { ChevronLeft } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { reasonCodes, type SameReason, sameReasons } from '#domain/students/sameStudent.contract.ts'
import { datacheck } from '#features/ent/datacheck/datacheck.contract.ts'
import { query } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { useMay, useMe } from '#web/api/me.tsx'
import { Split } from '#web/layout/Split.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import './duplicate.css'
import { duplicate } from './duplicate.contract.ts'
import { PairCompare } from './PairCompare.tsx'
import { PairQueue } from './PairQueue.tsx'
import { pairKey, type PairAt, pairOf, usePairs } from './usePairs.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

/** Merges are a school's own; a bureau looks at what lies in two of its schools. */
const bureau = '020'

const MergeList = lazyWindow(() => import('./MergeList.tsx'))

/** Draws students who may be in the school twice: the queue on the left, both records of a pair side by side. */
export default function DuplicateScreen() {
  const state = usePairs()
  const { pairs, recordCount, error, refetch, chosen, show, reason } = state
  const narrow = useNarrow()
  const isBureau = useMe().idntNo === bureau
  const [listing, setListing] = useState(false)
  if (error && !pairs) return <ReadFailed page="重复核对" message={error.message} onRetry={() => void refetch()} />
  const places = (pairs ?? []).map(({ one, other }) => pairOf(one, other))
  const at = chosen ?? (narrow ? undefined : places[0])
  const next = () => show(at && followingOf(places, at))
  const compared = at && <Compared key={pairKey(at)} at={at} onNext={next} onGone={() => show(undefined)} isCovered={listing} />
  return (
    <div className="page touch">
      <PageHead title="重复核对">
        <Count count={recordCount} isRenewing={state.isRenewing} />
        {!isBureau && (
          <Button style={{ marginInlineStart: 'auto' }} onClick={() => setListing(true)}>
            合并记录
          </Button>
        )}
      </PageHead>
      {!pairs && <Skeleton active />}
      {narrow && at ? (
        <>
          <Button icon={<ChevronLeft />} className="pair-back" onClick={() => show(undefined)}>
            返回列表
          </Button>
          {compared}
        </>
      ) : (
        pairs && (
          <>
            {(pairs.length > 0 || reason) && (
              <ReasonChips state={state} codes={isBureau ? reasonCodes.filter((code) => code !== 'phone') : reasonCodes} />
            )}
            {pairs.length === 0 && !chosen && <NothingLeft />}
            {narrow ? (
              <PairQueue pairs={pairs} chosen={at} onChoose={show} />
            ) : (
              at && (
                <Split width={360} label="队列" side={() => <PairQueue pairs={pairs} chosen={at} onChoose={show} />}>
                  {compared}
                </Split>
              )
            )}
          </>
        )
      )}
      <Suspense>{listing && <MergeList onClose={() => setListing(false)} />}</Suspense>
    </div>
  )
}

type Chips = { state: ReturnType<typeof usePairs>; codes: SameReason[] }

function ReasonChips({ state: { reason, setReason }, codes }: Chips) {
  return (
    <div className="chips">
      {([undefined, ...codes] as const).map((code) => (
        <button key={code ?? 'all'} type="button" className="chip" aria-pressed={reason === code} onClick={() => setReason(code)}>
          {code ? sameReasons[code] : '全部'}
        </button>
      ))}
    </div>
  )
}

function NothingLeft() {
  const may = useMay()
  return (
    <div className="empty">
      <strong>没有待核对的重复</strong>
      {may(datacheck.get) && <Link to="/ent/datacheck">返回数据体检</Link>}
    </div>
  )
}

type Comparing = { at: PairAt; onNext: () => void; onGone: () => void; isCovered: boolean }

function Compared({ at, onNext, onGone, isCovered }: Comparing) {
  const { data, error, refetch } = useQuery(query(duplicate.getpair, at))
  if (error && !data)
    return (
      <div className="empty" role="alert">
        <strong>{error.message}</strong>
        <Button onClick={() => void refetch()}>重试</Button> <Button onClick={onGone}>看下一对</Button>
      </div>
    )
  if (!data) return <Skeleton active />
  // Starts a new comparison where somebody changed a record meanwhile.
  return <PairCompare key={`${data.one.ver} ${data.other.ver}`} shown={data} onNext={onNext} isCovered={isCovered} />
}

const Count = ({ count, isRenewing }: { count: number; isRenewing: boolean }) => (
  <span className="grey" aria-live="polite">
    {count > 0 && `共 ${formatCount(count)} 对`}
    {isRenewing && ' · 正在更新'}
  </span>
)

/** The pair after another, the first after the last; undefined where there is no other. */
function followingOf(places: readonly PairAt[], at: PairAt): PairAt | undefined {
  const here = places.findIndex((place) => pairKey(place) === pairKey(at))
  const following = places[(here + 1) % Math.max(1, places.length)]
  return following && pairKey(following) !== pairKey(at) ? following : undefined
}
