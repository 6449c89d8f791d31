import { useState } from 'react'
import { PickEmployee } from './PickEmployee.tsx'

type Props = {
  value?: string
  onChange?: (empNo: string) => void
  /** Names the host at first. */
  name: string | null
}

/** Draws the host of a meeting, and a way to choose another. */
export function HostInput({ value, onChange, name }: Props) {
  const [shown, setShown] = useState(name)
  return (
    <div className="spread host-input">
      <span>{shown ?? value ?? '–'}</span>
      <PickEmployee
        title="选择主持人"
        onPick={({ empNo, empName }) => {
          setShown(empName)
          onChange?.(empNo)
        }}
      >
        换人
      </PickEmployee>
    </div>
  )
}
