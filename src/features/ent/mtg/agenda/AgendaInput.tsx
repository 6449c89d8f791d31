import { Plus, UserRound } from 'lucide-react'
import { Button, Input, InputNumber } from 'antd'
import { PickEmployee } from '../people/PickEmployee.tsx'
import { type AgendaItem, mostItems } from '../mtg.parts.contract.ts'
import { ItemActs, itemsOf } from './ItemActs.tsx'

type Props = { value?: AgendaItem[]; onChange?: (agenda: AgendaItem[]) => void }

/** Draws the agenda of a meeting: its items in their order, each with who speaks and how long. */
export function AgendaInput({ value = [], onChange }: Props) {
  const { change, swap, remove, add } = itemsOf(value, onChange)
  return (
    <div className="stack">
      {value.map(({ title, empNo, speaker, mins, rem }, i) => (
        <fieldset key={i} className="agenda-item">
          <legend className="unseen">议程第 {i + 1} 项</legend>
          <Input
            className="agenda-title"
            aria-label={`第 ${i + 1} 项的议题`}
            placeholder={`${i + 1}. 议题`}
            maxLength={100}
            value={title}
            onChange={({ target }) => change(i, { title: target.value })}
          />
          <span className="agenda-speaker">
            <Input
              aria-label={`第 ${i + 1} 项的发言人`}
              placeholder="发言人"
              maxLength={30}
              value={speaker ?? ''}
              onChange={({ target }) => change(i, { speaker: target.value || null, empNo: null })}
              {...(empNo && { title: '本单位员工' })}
            />
            <PickEmployee
              title="选择发言人"
              aria-label={`为第 ${i + 1} 项选择员工`}
              icon={<UserRound />}
              onPick={({ empNo: no, empName }) => change(i, { empNo: no, speaker: empName })}
            />
          </span>
          <InputNumber
            className="agenda-mins"
            aria-label={`第 ${i + 1} 项的用时（分钟）`}
            placeholder="分钟"
            min={1}
            max={600}
            precision={0}
            value={mins ?? null}
            onChange={(next) => change(i, { mins: next })}
          />
          <span className="agenda-rest">
            <Input
              aria-label={`第 ${i + 1} 项的备注`}
              placeholder="备注"
              maxLength={200}
              value={rem ?? ''}
              onChange={({ target }) => change(i, { rem: target.value || null })}
            />
            <ItemActs word={`第 ${i + 1} 项`} at={i} count={value.length} onSwap={swap} onRemove={remove} />
          </span>
        </fieldset>
      ))}
      {value.length < mostItems && (
        <Button type="dashed" icon={<Plus />} onClick={() => add({ title: '' })}>
          添加议题
        </Button>
      )}
    </div>
  )
}
