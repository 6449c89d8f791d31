import { Plus } from 'lucide-react'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { EmployeePicker } from '#features/ent/emp/emp.picker.tsx'
import { useMay } from '#web/api/me.tsx'

type Props = {
  value?: string[]
  onChange?: (empNos: string[]) => void
  /** Lists the people whose names are known already. */
  known: { empNo: string; empName: string }[]
}

/** Draws the leaders of a department: their names, and a way to choose more. */
export function LeaderField({ value = [], onChange, known }: Props) {
  const may = useMay()
  const [picking, setPicking] = useState(false)
  const [picked, setPicked] = useState(known)
  const names = new Map(picked.map(({ empNo, empName }) => [empNo, empName]))
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
        <Button size="small" type="dashed" icon={<Plus />} onClick={() => setPicking(true)}>
          选择员工
        </Button>
      )}
      {picking && (
        <EmployeePicker
          title="选择负责人"
          taken={new Set(value)}
          verb="选择"
          onPick={async (empNos, people) => {
            setPicked([...picked, ...people])
            onChange?.([...value, ...empNos])
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}
