import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { UnitFilter } from '#features/ent/edcunit/pickers/unitFilter.picker.tsx'
import { query } from '#web/api/api.ts'
import { Chips } from '#web/list/filters/Chips.tsx'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { Label } from '#web/api/dictionary.tsx'
import type { ListState } from '#web/list/listState.ts'
import { StatusFilter } from '#web/list/filters/StatusFilter.tsx'
import { ptr } from './ptr.contract.ts'

/** Draws the filters of guardians, besides the keyword. */
export const GuardianFilters = ({ list: { filters, setFilters } }: { list: ListState }) => (
  <>
    <UnitFilter label="孩子的班级" value={filters.unitNo} onChange={(unitNo) => setFilters({ unitNo })} />
    <StatusFilter isShownAbove value={filters.stt} onChange={(stt) => setFilters({ stt })} />
    <CodeFilter type="SEX" label="性别" value={filters.sex} onChange={(sex) => setFilters({ sex })} />
    <CodeFilter type="AUTH_FLAG" label="认证" value={filters.authFlag} onChange={(authFlag) => setFilters({ authFlag })} />
    <SelectFilter
      label="孩子"
      value={filters.noStu}
      onChange={(noStu) => setFilters({ noStu })}
      options={[
        { value: '1', label: '没有在读的孩子' },
        { value: '0', label: '有在读的孩子' },
      ]}
    />
  </>
)

const none = { stt: undefined, sex: undefined, authFlag: undefined, noStu: undefined }

/** Draws how many guardians match the other filters, by what is counted; each is a way to see just those. */
export function GuardianChips({ list: { filters, setFilters, keyWord } }: { list: ListState }) {
  const { stt, sex, authFlag, noStu, ...others } = filters
  const { data } = useQuery({ ...query(ptr.getstatis, { ...others, keyWord }), placeholderData: (before) => before })
  const chosen: Record<string, string | undefined> = { stt, sex, authFlag, noStu }
  const chip = (key: string, label: ReactNode, count: number | undefined, show: Record<string, string>) => ({
    key,
    label,
    count,
    is: Object.entries(chosen).every(([name, value]) => value === show[name]),
    onShow: () => setFilters({ ...none, ...show }),
  })
  return (
    <Chips
      chips={[
        chip('all', '全部', data?.total, {}),
        chip('on', <Label type="STT" value="1" />, data?.onCnt, { stt: '1' }),
        chip('off', <Label type="STT" value="2" />, data?.offCnt, { stt: '2' }),
        chip('auth', <Label type="AUTH_FLAG" value="1" />, data?.authCnt, { authFlag: '1' }),
        chip('noStu', '无孩子', data?.noStuCnt, { noStu: '1' }),
      ]}
    />
  )
}
