import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { query } from '#web/api/api.ts'
import { flow as calls } from '../flow.contract.ts'

type Found = { empNo: string; empName: string }
type Props = { title: string; taken: ReadonlySet<string>; disabled: boolean; onPick: (found: Found) => void }

/** Finds an employee by name for whoever may write flows, but not open the list of employees. */
export function NamePicker({ title, taken, disabled, onPick }: Props) {
  const [typed, setTyped] = useState('')
  const keyWord = useDeferredValue(typed.trim())
  const { data = [], isFetching } = useQuery({
    ...query(calls.find, { kind: 'emp', ...(keyWord && { keyWord }) }),
    placeholderData: (before) => before,
  })
  const free = data.filter(({ no }) => !taken.has(no))
  return (
    <Select
      className="flow-name-picker"
      aria-label={title}
      placeholder="输入姓名或拼音查找"
      disabled={disabled}
      value={null}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      loading={isFetching}
      notFoundContent={isFetching ? null : '没有找到'}
      options={free.map(({ no, name, des }) => ({ value: no, label: des ? `${name}（${des}）` : name }))}
      onChange={(no: string) => {
        const found = free.find((one) => one.no === no)
        if (found) onPick({ empNo: found.no, empName: found.name })
        setTyped('')
      }}
    />
  )
}
