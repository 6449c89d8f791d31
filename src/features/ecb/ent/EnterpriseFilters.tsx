import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Chips } from '#web/list/filters/Chips.tsx'
import { query } from '#web/api/api.ts'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { Label } from '#web/api/dictionary.tsx'
import { formatCount } from '#web/page/format.ts'
import type { ListState } from '#web/list/listState.ts'
import { ent } from './ent.contract.ts'

/** Draws the number of enterprises of each identity and what is in them; each is a way to see just those. */
export function EnterpriseChips({ list: { filters, setFilters, keyWord } }: { list: ListState }) {
  const { idntNo, ...others } = filters
  const { data } = useQuery({ ...query(ent.getstatis, { ...others, keyWord } as object), placeholderData: (before) => before })
  const chip = (label: ReactNode, count: number | undefined, of: string | undefined) => ({
    key: of ?? 'all',
    label,
    count,
    is: idntNo === of,
    onShow: () => setFilters({ idntNo: of }),
  })
  return (
    <Chips
      chips={[
        chip('全部', data?.ttlCnt, undefined),
        ...(data?.idnts ?? []).map(({ idntNo: one, cnt }) => chip(<Label type="IDNT" value={one} />, cnt, one)),
      ]}
    >
      {data && (
        <span className="grey">
          员工 {formatCount(data.empCnt)} · 学生 {formatCount(data.stuCnt)}
        </span>
      )}
    </Chips>
  )
}

const levels = Array.from({ length: 10 }, (_, i) => ({ value: String(i + 1), label: `第 ${i + 1} 级` }))

/** Draws the filter by level, the platform itself being the first. */
export function LevelFilter({ value, onChange }: { value: string | undefined; onChange: (lvl: string | undefined) => void }) {
  return <SelectFilter label="层级" width={96} options={levels} value={value} onChange={onChange} />
}
