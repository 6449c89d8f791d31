import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Chips } from '#web/list/filters/Chips.tsx'
import { query } from '#web/api/api.ts'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { Label } from '#web/api/dictionary.tsx'
import { formatCount } from '#web/page/format.ts'
import type { ListState } from '#web/list/listState.ts'
import { ent } from './ent.contract.ts'

function useCounts({ filters: { idntNo, ...others }, keyWord }: ListState) {
  return useQuery({ ...query(ent.getstatis, { ...others, keyWord } as object), placeholderData: (before) => before }).data
}

/** Draws the number of enterprises of each identity; each is a way to see just those. */
export function EnterpriseChips({ list }: { list: ListState }) {
  const { filters, setFilters } = list
  const { idntNo } = filters
  const data = useCounts(list)
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
    />
  )
}

/** Draws how many people are in the enterprises of all identities that the other filters leave. */
export function EnterprisePeople({ list }: { list: ListState }) {
  const data = useCounts(list)
  return (
    data && (
      <span className="grey">
        员工 {formatCount(data.empCnt)} · 学生 {formatCount(data.stuCnt)}
      </span>
    )
  )
}

const levels = Array.from({ length: 10 }, (_, i) => ({ value: String(i + 1), label: `第 ${i + 1} 级` }))

/** Draws the filter by level, the platform itself being the first. */
export function LevelFilter({ value, onChange }: { value: string | undefined; onChange: (lvl: string | undefined) => void }) {
  return <SelectFilter label="层级" width={96} options={levels} value={value} onChange={onChange} />
}
