import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { query } from '#web/api/api.ts'
import { Chips } from '#web/list/filters/Chips.tsx'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { Label } from '#web/api/dictionary.tsx'
import { Filter } from '#web/list/filters/Filter.tsx'
import type { ListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { StatusFilter } from '#web/list/filters/StatusFilter.tsx'
import { emp } from './emp.contract.ts'

/** Draws the filters of employees, besides the keyword and the department. */
export function EmployeeFilters({ list: { filters, setFilters } }: { list: ListState }) {
  const may = useMay()
  const { data: groups = [] } = useQuery({ ...query(empgrp.getlist, {}), enabled: may(empgrp.getlist) })
  return (
    <>
      <StatusFilter isShownAbove value={filters.stt} onChange={(stt) => setFilters({ stt })} />
      {groups.length > 0 && (
        <SelectFilter
          label="员工组"
          value={filters.grpNo}
          onChange={(grpNo) => setFilters({ grpNo })}
          options={groups.map(({ grpNo, grpName }) => ({ value: grpNo, label: grpName }))}
        />
      )}
      <CodeFilter type="SEX" label="性别" value={filters.sex} onChange={(sex) => setFilters({ sex })} />
      <CodeFilter type="AUTH_FLAG" label="认证" value={filters.authFlag} onChange={(authFlag) => setFilters({ authFlag })} />
      {filters.orgNo && (
        <Filter
          label="含下级部门"
          shown={filters.subFlag === '0' ? '否' : undefined}
          onClear={() => setFilters({ subFlag: undefined })}
        >
          <Checkbox
            aria-label="含下级部门"
            checked={filters.subFlag !== '0'}
            onChange={({ target }) => setFilters({ subFlag: target.checked ? undefined : '0' })}
          >
            连同下级部门的员工
          </Checkbox>
        </Filter>
      )}
    </>
  )
}

const noKind = { authFlag: undefined, sex: undefined }

/**
 * Draws how many employees match the other filters: of each state; then, of the chosen state, by certification and sex. Each is a
 * way to see just those.
 */
export function EmployeeChips({ list: { filters, setFilters, keyWord } }: { list: ListState }) {
  const { stt, authFlag, sex, ...others } = filters
  const asked = { ...others, keyWord }
  const kept = { placeholderData: <Data,>(before: Data) => before }
  const { data: states } = useQuery({ ...query(emp.getstatis, asked), ...kept })
  const { data } = useQuery({ ...query(emp.getstatis, { ...asked, stt } as object), ...kept })
  const ofState = (key: string, label: ReactNode, count: number | undefined, state: string | undefined) => ({
    key,
    label,
    count,
    is: stt === state && !authFlag && !sex,
    onShow: () => setFilters({ stt: state, ...noKind }),
  })
  const ofKind = (key: string, label: ReactNode, count: number | undefined, kind: { authFlag?: string; sex?: string }) => ({
    key,
    label,
    count,
    is: authFlag === kind.authFlag && sex === kind.sex,
    onShow: () => setFilters({ ...noKind, ...kind }),
  })
  return (
    <Chips
      chips={[
        ofState('all', '全部', states?.total, undefined),
        ofState('on', <Label type="STT" value="1" />, states?.onCnt, '1'),
        ofState('off', <Label type="STT" value="2" />, states?.offCnt, '2'),
        ofKind('uncertified', <Label type="AUTH_FLAG" value="0" />, data && data.total - data.authCnt, { authFlag: '0' }),
        ofKind('man', <Label type="SEX" value="M" />, data?.manCnt, { sex: 'M' }),
        ofKind('woman', <Label type="SEX" value="N" />, data?.womanCnt, { sex: 'N' }),
      ]}
    />
  )
}
