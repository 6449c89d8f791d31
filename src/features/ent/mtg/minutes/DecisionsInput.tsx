import { Plus, UserRound } from 'lucide-react'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import DateInput from '#web/form/inputs/DateInput.tsx'
import { PickEmployee } from '../people/PickEmployee.tsx'
import { ItemActs, itemsOf } from '../agenda/ItemActs.tsx'
import { mostDecisions } from './mtg.minutes.contract.ts'

type Person = { empNo: string; empName: string }
type Written = { decNo?: string | null; what: string; empNo: string; dueDt: string }
type Props = { value?: Written[]; onChange?: (decisions: Written[]) => void; people: readonly Person[] }

/** Writes what a meeting decided: what is to be done, by whom and by which day. */
export function DecisionsInput({ value = [], onChange, people }: Props) {
  const [others, setOthers] = useState<Person[]>([])
  const { change, remove, add } = itemsOf(value, onChange)
  const options = [...people, ...others.filter(({ empNo }) => people.every((one) => one.empNo !== empNo))]
  return (
    <div className="stack">
      {value.map(({ what, empNo, dueDt }, i) => (
        <fieldset key={i} className="decision-item">
          <legend className="unseen">决定第 {i + 1} 项</legend>
          <Input
            className="decision-what"
            aria-label={`第 ${i + 1} 项要做的事`}
            placeholder={`${i + 1}. 要做的事，如：把新课表发给各班`}
            maxLength={200}
            value={what}
            onChange={({ target }) => change(i, { what: target.value })}
          />
          <span className="agenda-speaker">
            <Select
              className="decision-who"
              showSearch={{ optionFilterProp: 'label' }}
              aria-label={`第 ${i + 1} 项的负责人`}
              placeholder="负责人"
              value={empNo || undefined}
              options={options.map((one) => ({ value: one.empNo, label: one.empName }))}
              onChange={(chosen) => change(i, { empNo: chosen })}
            />
            <PickEmployee
              title="选择负责人"
              aria-label={`为第 ${i + 1} 项选择没有参会的员工`}
              icon={<UserRound />}
              onPick={(person) => {
                setOthers((known) => [...known, person])
                change(i, { empNo: person.empNo })
              }}
            />
          </span>
          <DateInput
            aria-label={`第 ${i + 1} 项的完成日期`}
            placeholder="完成日期"
            value={dueDt || null}
            onChange={(day) => change(i, { dueDt: day ?? '' })}
          />
          <span className="decision-acts">
            <ItemActs word={`第 ${i + 1} 项`} at={i} count={value.length} onRemove={remove} />
          </span>
        </fieldset>
      ))}
      {value.length < mostDecisions && (
        <Button type="dashed" icon={<Plus />} onClick={() => add({ what: '', empNo: '', dueDt: '' })}>
          添加决定
        </Button>
      )}
    </div>
  )
}
