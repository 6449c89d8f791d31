import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Status } from '#contract/fields.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { EmployeePicker } from '#features/ent/emp/emp.picker.tsx'
import { query } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

type Props = {
  value?: string[]
  onChange?: (empNos: string[]) => void
  /** Whose names are known without asking. */
  known: { empNo: string; empName: string }[]
}

/** The leaders of a department: their names, and a way to choose more. */
export function LeaderField({ value = [], onChange, known }: Props) {
  const may = useMay()
  const [picking, setPicking] = useState(false)
  const names = new Map(known.map(({ empNo, empName }) => [empNo, empName]))
  const isNew = value.some((empNo) => !names.has(empNo))
  const { data: people } = useQuery({ ...query(emp.getlist, { keyWord: '', stt: Status.enabled }), enabled: isNew })
  for (const { empNo, empName } of people ?? []) names.set(empNo, empName)
  return (
    <div className="leader-field">
      {value.map((empNo) => (
        <Tag
          key={empNo}
          closable={{ 'aria-label': `去掉${names.get(empNo) ?? ''}` }}
          onClose={(event) => {
            event.preventDefault()
            onChange?.(value.filter((one) => one !== empNo))
          }}
        >
          {names.get(empNo) ?? '…'}
        </Tag>
      ))}
      {may(emp.getlist) && (
        <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => setPicking(true)}>
          选择员工
        </Button>
      )}
      {picking && (
        <EmployeePicker
          title="选择负责人"
          taken={new Set(value)}
          okText="选择"
          onPick={async (empNos) => onChange?.([...value, ...empNos])}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}
