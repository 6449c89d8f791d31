import { useQuery } from '@tanstack/react-query'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { query } from '#web/api/api.ts'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { Chips } from '#web/list/filters/Chips.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { DateRangeFilter } from '#web/list/filters/DateRangeFilter.tsx'
import { FormFilters } from '#domain/forms/FormFilters.tsx'
import type { ListState } from '#web/list/listState.ts'
import type { Out } from '#web/api/send.ts'
import { vst } from './vst.contract.ts'

export type VisitForm = Out<typeof bill.getlist>[number]
type Shown = Pick<ListState, 'filters' | 'setFilters'>

/** Returns the forms that visits can be registered with; undefined until they have been read. */
export const useVisitForms = (): VisitForm[] | undefined => useQuery(query(bill.getlist, { typeNo: '01' })).data

/** Draws the filters of visits, besides the keyword. */
export function VisitFilters({ filters, setFilters }: Shown) {
  const forms = useVisitForms() ?? []
  const form = forms.find(({ tmplNo }) => tmplNo === filters.tmplNo)
  return (
    <>
      <DateRangeFilter
        both
        from={filters.vstSDt}
        to={filters.vstEDt}
        onChange={(from, to) => setFilters({ vstSDt: from, vstEDt: to })}
      />
      <SelectFilter
        label="表单"
        width={144}
        value={filters.tmplNo}
        onChange={(tmplNo) => setFilters({ tmplNo })}
        options={forms.map(({ tmplNo, tmplName }) => ({ value: tmplNo, label: tmplName }))}
      />
      <CodeFilter type="VST_STT" label="状态" value={filters.stt} onChange={(stt) => setFilters({ stt })} />
      {form && <FormFilters columns={form.billClmns} value={filters.qryVals} onChange={(qryVals) => setFilters({ qryVals })} />}
    </>
  )
}

/** Draws who waits, is inside, is expected today, and has not left in time; each is a way to see just those. */
export function VisitChips({ filters, setFilters, teamFlag }: Shown & { teamFlag: '0' | '1' }) {
  const { data } = useQuery({
    ...query(vst.getstatis, { teamFlag, tmplNo: filters.tmplNo, qryVals: filters.qryVals }),
    placeholderData: (before) => before,
  })
  const chip = (key: string, label: string, count: number | undefined) => ({
    key,
    label,
    count,
    is: filters.chip === key,
    onShow: () => setFilters({ chip: filters.chip === key ? undefined : key, stt: undefined }),
  })
  return (
    <Chips
      chips={[
        chip('wait', '待确认', data?.waitCnt),
        chip('in', '在校', data?.inCnt),
        chip('today', '今日预约', data?.todayCnt),
        chip('late', '超时未离', data?.lateCnt),
      ]}
    />
  )
}
