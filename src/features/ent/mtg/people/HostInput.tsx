import { Button } from 'antd'
import { useState } from 'react'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { EmployeePicker } from '#features/ent/emp/emp.picker.tsx'
import { useMay } from '#web/api/me.tsx'

type Props = {
  value?: string
  onChange?: (empNo: string) => void
  /** Names the host at first. */
  name: string | null
}

/** Draws the host of a meeting, and a way to choose another. */
export function HostInput({ value, onChange, name }: Props) {
  const may = useMay()
  const [picking, setPicking] = useState(false)
  const [shown, setShown] = useState(name)
  return (
    <div className="spread host-input">
      <span>{shown ?? value ?? '–'}</span>
      {may(emp.getlist) && <Button onClick={() => setPicking(true)}>换人</Button>}
      {picking && (
        <EmployeePicker
          title="选择主持人"
          verb="选择"
          single
          onPick={async ([empNo], [person]) => {
            if (!empNo) return
            setShown(person?.empName ?? null)
            onChange?.(empNo)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}
