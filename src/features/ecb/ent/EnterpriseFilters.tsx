import { useQuery } from '@tanstack/react-query'
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
  if (!data) return null
  const { ttlCnt, empCnt, stuCnt, idnts } = data
  return (
    <div className="chips">
      <button type="button" className="chip" aria-pressed={!idntNo} onClick={() => setFilters({ idntNo: undefined })}>
        全部 <b>{formatCount(ttlCnt)}</b>
      </button>
      {idnts.map(({ idntNo: one, cnt }) => (
        <button
          key={one}
          type="button"
          className="chip"
          aria-pressed={idntNo === one}
          onClick={() => setFilters({ idntNo: one })}
        >
          <Label type="IDNT" value={one} /> <b>{formatCount(cnt)}</b>
        </button>
      ))}
      <span className="grey">
        员工 {formatCount(empCnt)} · 学生 {formatCount(stuCnt)}
      </span>
    </div>
  )
}

const levels = Array.from({ length: 10 }, (_, i) => ({ value: String(i + 1), label: `第 ${i + 1} 级` }))

/** Draws the filter by level, the platform itself being the first. */
export function LevelFilter({ value, onChange }: { value: string | undefined; onChange: (lvl: string | undefined) => void }) {
  return <SelectFilter label="层级" width={96} options={levels} value={value} onChange={onChange} />
}
