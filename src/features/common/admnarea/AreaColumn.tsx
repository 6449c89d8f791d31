import { Spin } from 'antd'
import { useEffect, useRef } from 'react'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { SideList } from '#web/tree/SideList.tsx'
import { levelNames } from '#contract/shell/admnarea.contract.ts'
import { useAreas } from './useAreas.tsx'

type Props = {
  /** Names the areas from the province down to the one whose parts are shown. */
  above: readonly string[]
  chosen: string | undefined
  onChoose: (name: string) => void
}

/** Draws one level of the browser: the parts of an area with their codes. */
export function AreaColumn({ above, chosen, onChoose }: Props) {
  const { data, error, refetch } = useAreas(above)
  const list = useRef<HTMLDivElement>(null)
  // Scrolls to the row of a search, which may be far down.
  useEffect(() => {
    if (data && chosen !== undefined) list.current?.querySelector('.chosen')?.scrollIntoView({ block: 'nearest' })
  }, [data, chosen])
  const title = levelNames[above.length] ?? ''
  return (
    <section className="area-column">
      <h2>
        {title} <span className="grey">{data && formatCount(data.length)}</span>
      </h2>
      <div ref={list}>
        {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
        {!error && !data && <Spin delay={200} />}
        {data?.length === 0 && <p className="empty">没有更细的区划</p>}
        {data && (
          <SideList
            label={title}
            items={data.map(({ areaCode, areaName }) => ({ key: areaName, title: areaName, count: areaCode }))}
            chosen={chosen}
            onChoose={onChoose}
          />
        )}
      </div>
    </section>
  )
}
