import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/api.ts'
import { StudentState } from '#domain/units/units.contract.ts'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { MultiSelectFilter } from '#web/list/filters/MultiSelectFilter.tsx'
import { Chips } from '#web/list/filters/Chips.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { useDictionary } from '#web/api/dictionary.tsx'
import type { ListState } from '#web/list/listState.ts'
import { stu } from '../stu.contract.ts'
import { boarding } from '#domain/students/stu.labels.contract.ts'
import { useLabels } from '../labels/useLabels.tsx'

const noGuardian = 'noPtr'
const lacks = [
  { value: noGuardian, label: '无家长' },
  { value: 'idNo', label: '无身份证号' },
  { value: 'stdyNo', label: '无学号' },
  { value: 'authTel', label: '无手机' },
  { value: 'cardPht', label: '无证件照' },
]

/** Limits the list to those on the roll, whichever of the two states they are in. */
export const onRollOnly = { stt: undefined, rollFlag: '1' }
/** Limits the list to one state. */
export const inState = (stt: string) => ({ stt, rollFlag: undefined })
// Says of an address without a state that it means every state, not those on the roll.
const everyState = { stt: undefined, rollFlag: '0' }

const roll = 'roll'

/** Draws the filter by state; those on the roll, who are in one of two, stand first. */
function StateFilter({ list: { filters, setFilters } }: { list: ListState }) {
  const states = useDictionary('STU_STT').filter(({ infoNo }) => infoNo !== StudentState.deleted)
  const options = [{ value: roll, label: '在籍' }, ...states.map(({ infoNo, chnName }) => ({ value: infoNo, label: chnName }))]
  const change = (chosen: string | undefined) => setFilters(chosen === roll ? onRollOnly : chosen ? inState(chosen) : everyState)
  const value = filters.stt ?? (filters.rollFlag === '1' ? roll : undefined)
  // Its tabs say those on the roll and the suspended.
  const isTab = value === roll || value === StudentState.suspended
  return <SelectFilter label="学籍状态" options={options} value={value} onChange={change} isShownAbove={isTab} />
}

/** Draws the filters of students, besides the keyword and the class. */
export function StudentFilters({ list }: { list: ListState }) {
  const { filters, setFilters } = list
  const { groups } = useLabels()
  return (
    <>
      <StateFilter list={list} />
      <MultiSelectFilter label="标签" groups={groups} value={filters.wts} onChange={(wts) => setFilters({ wts })} />
      <CodeFilter type="SEX" label="性别" value={filters.sex} onChange={(sex) => setFilters({ sex })} />
      <CodeFilter type="AUTH_FLAG" label="认证" value={filters.authFlag} onChange={(authFlag) => setFilters({ authFlag })} />
      <SelectFilter
        label="资料缺失"
        options={lacks}
        value={filters.noPtr === '1' ? noGuardian : filters.lack}
        onChange={(lack) =>
          setFilters({ noPtr: lack === noGuardian ? '1' : undefined, lack: lack === noGuardian ? undefined : lack })
        }
      />
    </>
  )
}

const noKind = { sex: undefined, authFlag: undefined, noPtr: undefined }

/**
 * Draws how many students match the other filters: on the roll and suspended; then, of the chosen state, by the most frequent
 * questions. Each is a way to see just those.
 */
export function StudentChips({ list: { filters, setFilters, keyWord } }: { list: ListState }) {
  const { stt, rollFlag, sex, authFlag, noPtr, wts, ...others } = filters
  // Leaves out boarding, which is counted itself.
  const isBoarding = wts === boarding.boards || wts === boarding.day
  const asked = { ...others, ...(!isBoarding && wts && { wts }), keyWord }
  const kept = { placeholderData: <Data,>(before: Data) => before }
  const { data: states } = useQuery({ ...query(stu.getstatis, asked), ...kept })
  const { data } = useQuery({ ...query(stu.getstatis, { ...asked, stt, rollFlag } as object), ...kept })
  const isOfKind = sex !== undefined || authFlag !== undefined || noPtr !== undefined || isBoarding
  const isRoll = !stt && rollFlag === '1'
  const isAway = stt === StudentState.suspended
  const now: Record<string, string | undefined> = { sex, authFlag, noPtr, boards: isBoarding ? wts : undefined }
  const wanted = (boards?: string) => ((isBoarding || boards) && { wts: boards }) || {}
  type Shown = { is: boolean; show: Record<string, string | undefined> }
  const ofState = (key: string, label: string, count: number | undefined, { is, show }: Shown) => ({
    key,
    label,
    count,
    is: is && !isOfKind,
    onShow: () => setFilters({ ...show, ...noKind, ...wanted() }),
  })
  const ofKind = (key: string, label: React.ReactNode, count: number | undefined, kind: Record<string, string>) => {
    const { boards, ...fields } = kind
    return {
      key,
      label,
      count,
      is: Object.entries(now).every(([name, value]) => value === kind[name]),
      onShow: () => setFilters({ ...noKind, ...fields, ...wanted(boards) }),
    }
  }
  return (
    <Chips
      chips={[
        ofState('roll', '在籍', states?.rollCnt, { is: isRoll, show: onRollOnly }),
        ofState('away', '休学', states?.spndCnt, { is: isAway, show: inState(StudentState.suspended) }),
        // Leads back from a kind where another state is listed.
        ...(isRoll || isAway ? [] : [ofState('all', '全部', data?.total, { is: true, show: {} })]),
        ofKind('boards', '住校', data?.brdCnt, { boards: boarding.boards }),
        ofKind('noAuth', '未认证', data?.noAuthCnt, { authFlag: '0' }),
        ofKind('noPtr', '无家长', data?.noPtrCnt, { noPtr: '1' }),
      ]}
    />
  )
}
