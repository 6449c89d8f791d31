import { Button, type ButtonProps } from 'antd'
import { useState } from 'react'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { EmployeePicker } from '#features/ent/emp/emp.picker.tsx'
import { useMay } from '#web/api/me.tsx'

type Person = { empNo: string; empName: string }
type Props = Omit<ButtonProps, 'title' | 'onClick'> & {
  /** Names the window in which somebody is chosen. */
  title: string
  onPick: (person: Person) => void
}

/** Draws a button that opens the choice of one employee, for whoever may read employees. */
export function PickEmployee({ title, onPick, ...button }: Props) {
  const may = useMay()
  const [picking, setPicking] = useState(false)
  if (!may(emp.getlist)) return null
  return (
    <>
      <Button {...button} onClick={() => setPicking(true)} />
      {picking && (
        <EmployeePicker
          title={title}
          verb="选择"
          single
          onPick={async (_, [person]) => {
            if (person) onPick(person)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}
