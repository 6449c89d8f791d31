import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/api.ts'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { MultiSelectFilter } from '#web/list/filters/MultiSelectFilter.tsx'
import { Chips } from '#web/list/filters/Chips.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { Label } from '#web/api/dictionary.tsx'
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

/** Draws the filters of students, besides the keyword and the class. */
export function StudentFilters({ list: { filters, setFilters } }: { list: ListState }) {
  const { groups } = useLabels()
  return (
    <>
      <CodeFilter type="STU_STT" label="学籍状态" without="0" value={filters.stt} onChange={(stt) => setFilters({ stt })} />
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

/**
 * Draws how many students of the chosen state match the other filters, by the most frequent questions; each is a way to see just
 * those.
 */
export function StudentChips({ list: { filters, setFilters, keyWord } }: { list: ListState }) {
  const { sex, authFlag, noPtr, wts, ...others } = filters
  // Leaves out boarding, which is counted itself.
  const isBoarding = wts === boarding.boards || wts === boarding.day
  const asked = { ...others, ...(!isBoarding && wts && { wts }), keyWord }
  const { data } = useQuery({ ...query(stu.getstatis, asked), placeholderData: (before) => before })
  if (!data) return null
  const now: Record<string, string | undefined> = { sex, authFlag, noPtr, boards: isBoarding ? wts : undefined }
  const chip = (key: string, label: React.ReactNode, count: number, is: Record<string, string>) => ({
    key,
    label,
    count,
    is: Object.entries(now).every(([name, value]) => value === is[name]),
    onShow: () =>
      setFilters({
        sex: is.sex,
        authFlag: is.authFlag,
        noPtr: is.noPtr,
        ...((isBoarding || is.boards) && { wts: is.boards }),
      }),
  })
  return (
    <Chips
      chips={[
        chip('all', '全部', data.total, {}),
        chip('man', <Label type="SEX" value="M" />, data.manCnt, { sex: 'M' }),
        chip('woman', <Label type="SEX" value="N" />, data.womanCnt, { sex: 'N' }),
        chip('boards', '住校', data.brdCnt, { boards: boarding.boards }),
        chip('day', '走读', data.dayCnt, { boards: boarding.day }),
        chip('noAuth', '未认证', data.noAuthCnt, { authFlag: '0' }),
        chip('noPtr', '无家长', data.noPtrCnt, { noPtr: '1' }),
      ]}
    />
  )
}
