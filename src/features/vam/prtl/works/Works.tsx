import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { act } from '#features/vam/act/act.contract.ts'
import { wrk } from '#features/vam/wrk/wrk.contract.ts'
import { query } from '#web/api/api.ts'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { ChoiceChips } from '#web/portal/ChoiceChips.tsx'
import { MoreRows } from '#web/portal/MoreRows.tsx'
import { useMore } from '#web/portal/useMore.ts'
import { OwnWorks } from './OwnWorks.tsx'
import { useLikes } from './useLikes.tsx'
import { type ShownWork, ShownWorkCard } from './ShownWorkCard.tsx'
import '../detail.css'
import './works.css'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const WorkWindow = lazyWindow(() => import('./WorkWindow.tsx'))

/** Draws the wall of works, of one activity or of all; and one's own, with their states. */
export default function Works() {
  const [params, setParams] = useSearchParams()
  const actNo = params.get('no') ?? undefined
  const isMine = params.get('mine') === '1'
  const { data: activity } = useQuery({ ...query(act.getshown, { actNo: actNo ?? '' }), enabled: actNo !== undefined })
  const show = (changes: Record<string, string | undefined>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, { replace: true })
  }
  return (
    <>
      <div className="works-head">
        <h1>{activity ? `${activity.title}：作品展示` : '作品展示'}</h1>
        {actNo && <Link to={`/vam/prtl/dtl?no=${actNo}`}>看活动</Link>}
        {actNo && <Link to="/vam/prtl/works">看全部作品</Link>}
        <ChoiceChips
          label="谁的作品"
          options={[{ value: '1', label: '我的作品' }]}
          value={isMine ? '1' : undefined}
          onChange={(mine) => show({ mine })}
        />
      </div>
      {isMine ? <OwnWorks actNo={actNo} /> : <Wall actNo={actNo} params={params} show={show} />}
    </>
  )
}

type WallProps = {
  actNo: string | undefined
  params: URLSearchParams
  show: (changes: Record<string, string | undefined>) => void
}

function Wall({ actNo, params, show }: WallProps) {
  const [keyWord, look] = useState('')
  const [opened, open] = useState<ShownWork>()
  const { likesOf, like } = useLikes()
  const unitNo = params.get('unit') ?? undefined
  const order = params.get('order') === 'liked' ? 'liked' : 'new'
  const of = actNo ? { actNo } : {}
  const { data: units = [] } = useQuery(query(wrk.getunits, of))
  const asked = { ...of, ...(unitNo && { unitNo }), order, keyWord, pageSize: 24 } as const
  const { rows, error, refetch, more } = useMore(wrk.getwall, asked)
  return (
    <>
      <search className="works-filters">
        <ChoiceChips
          label="排序"
          all="最新"
          options={[{ value: 'liked', label: '最受欢迎' }]}
          value={order === 'liked' ? order : undefined}
          onChange={(to) => show({ order: to })}
        />
        {units.length > 1 && (
          <SelectFilter
            label="班级"
            width={160}
            options={units.map((unit) => ({ value: unit.unitNo, label: `${unit.unitName}（${unit.wrkCnt}）` }))}
            value={unitNo}
            onChange={(unit) => show({ unit })}
          />
        )}
        <Keyword value={keyWord} onChange={look} placeholder="作品、作者" hotkey />
      </search>
      {error && !rows ? (
        <ReadFailed message={error.message} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState hint="这里还没有展示的作品" />
      ) : (
        <ul className="works" aria-label="作品" aria-busy={!rows}>
          {rows?.map((work) => (
            <ShownWorkCard
              key={work.wrkNo}
              work={work}
              likes={likesOf(work)}
              onOpen={() => open(work)}
              onLike={() => void like(work)}
            />
          )) ?? Array.from({ length: 8 }, (_, at) => <li key={at} className="work-card work-picture" aria-hidden />)}
        </ul>
      )}
      <MoreRows {...more} />
      <Suspense>
        {opened && (
          <WorkWindow work={opened} likes={likesOf(opened)} onLike={() => void like(opened)} onClose={() => open(undefined)} />
        )}
      </Suspense>
    </>
  )
}
