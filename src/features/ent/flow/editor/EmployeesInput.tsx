import { Plus } from 'lucide-react'
import { Button, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { flow as calls } from '../flow.contract.ts'
import { NamePicker } from './NamePicker.tsx'
import { useMay } from '#web/api/me.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const EmployeePicker = lazyWindow(async () => ({ default: (await import('#features/ent/emp/emp.picker.tsx')).EmployeePicker }))

type Props = {
  title: string
  value: readonly string[]
  /** Names the people who are known by now. */
  people: ReadonlyMap<string, string>
  onChange: (empNos: string[], names: ReadonlyMap<string, string>) => void
  /** Allows one alone. */
  single?: boolean
}

// Limits the people that a step names.
const most = 20

/** Draws the chosen employees, and the way to choose others. */
export function EmployeesInput({ title, value, people, onChange, single = false }: Props) {
  const may = useMay()
  const [isChoosing, setChoosing] = useState(false)
  const drop = (empNo: string) =>
    onChange(
      value.filter((one) => one !== empNo),
      new Map(),
    )
  const take = async (empNos: string[], rows: { empNo: string; empName: string }[]) =>
    onChange(
      single ? empNos : [...new Set([...value, ...empNos])].slice(0, most),
      new Map(rows.map(({ empNo, empName }) => [empNo, empName])),
    )
  return (
    <div className="flow-people">
      {value.map((empNo) => {
        const name = people.get(empNo) ?? '…'
        return (
          <Tag
            key={empNo}
            closable={{ 'aria-label': `去掉${name}` }}
            onClose={(event) => {
              event.preventDefault()
              drop(empNo)
            }}
          >
            {name}
          </Tag>
        )
      })}
      {may(emp.getlist) && (
        <Button size="small" icon={<Plus />} disabled={!single && value.length >= most} onClick={() => setChoosing(true)}>
          选择员工
        </Button>
      )}
      {!may(emp.getlist) && may(calls.find) && (
        <NamePicker
          title={title}
          taken={new Set(value)}
          disabled={!single && value.length >= most}
          onPick={(found) => void take([found.empNo], [found])}
        />
      )}
      <Suspense>
        {isChoosing && (
          <EmployeePicker
            title={title}
            verb="选择"
            single={single}
            taken={new Set(value)}
            onPick={take}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
