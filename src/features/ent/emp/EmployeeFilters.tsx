import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { query } from '#web/api/api.ts'
import { Chips } from '#web/list/filters/Chips.tsx'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { Label } from '#web/api/dictionary.tsx'
import { Filter } from '#web/list/filters/Filter.tsx'
import { formatCount } from '#web/page/format.ts'
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
      <StatusFilter value={filters.stt} onChange={(stt) => setFilters({ stt })} />
      {groups.length > 0 && (
        <SelectFilter
          label="员工组"
          value={filters.grpNo}
          onChange={(grpNo) => setFilters({ grpNo })}
          options={groups.map(({ grpNo, grpName }) => ({ value: grpNo, label: grpName }))}
        />
      )}
      <CodeFilter type="AUTH_FLAG" label="认证" value={filters.authFlag} onChange={(authFlag) => setFilters({ authFlag })} />
      {filters.orgNo && (
        <Filter
          label="含下级部门"
          shown={filters.subFlag === '0' ? '否' : undefined}
          onClear={() => setFilters({ subFlag: undefined })}
        >
          <Checkbox
            checked={filters.subFlag !== '0'}
            onChange={({ target }) => setFilters({ subFlag: target.checked ? undefined : '0' })}
          >
            含下级部门
          </Checkbox>
        </Filter>
      )}
    </>
  )
}

/** Draws how many employees match the other filters, by state and certification; each is a way to see just those. */
export function EmployeeChips({ list: { filters, setFilters, keyWord } }: { list: ListState }) {
  const { stt, authFlag, ...others } = filters
  const { data } = useQuery({ ...query(emp.getstatis, { ...others, keyWord }), placeholderData: (before) => before })
  if (!data) return null
  const { total, onCnt, offCnt, authCnt, manCnt, womanCnt } = data
  const chips = [
    { key: 'all', label: '全部', count: total, is: !stt && !authFlag, show: { stt: undefined, authFlag: undefined } },
    {
      key: 'on',
      label: <Label type="STT" value="1" />,
      count: onCnt,
      is: stt === '1' && !authFlag,
      show: { stt: '1', authFlag: undefined },
    },
    {
      key: 'off',
      label: <Label type="STT" value="2" />,
      count: offCnt,
      is: stt === '2' && !authFlag,
      show: { stt: '2', authFlag: undefined },
    },
    {
      key: 'uncertified',
      label: <Label type="AUTH_FLAG" value="0" />,
      count: total - authCnt,
      is: authFlag === '0' && !stt,
      show: { stt: undefined, authFlag: '0' },
    },
  ]
  return (
    <Chips chips={chips.map(({ show, ...chip }) => ({ ...chip, onShow: () => setFilters(show) }))}>
      <span className="grey">
        <Label type="SEX" value="M" /> {formatCount(manCnt)} · <Label type="SEX" value="N" /> {formatCount(womanCnt)}
      </span>
    </Chips>
  )
}
