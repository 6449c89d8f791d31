import { Plus } from 'lucide-react'
import { Button, Input } from 'antd'
import { MarkedInput } from '#web/form/inputs/MarkedInput.tsx'
import { ItemActs, itemsOf } from '../agenda/ItemActs.tsx'
import { mostItems } from '../mtg.parts.contract.ts'
import type { MinutesSection } from './mtg.minutes.contract.ts'

type Props = { value?: MinutesSection[]; onChange?: (sections: MinutesSection[]) => void }

/** Writes minutes part by part, each under its heading. */
export function SectionsInput({ value = [], onChange }: Props) {
  const { change, swap, remove, add } = itemsOf(value, onChange)
  return (
    <div className="stack">
      {value.map(({ title, body }, i) => (
        <fieldset key={i} className="minutes-part">
          <legend className="unseen">纪要第 {i + 1} 节</legend>
          <span className="minutes-head">
            <Input
              aria-label={`第 ${i + 1} 节的标题`}
              placeholder={`${i + 1}. 标题，如：期中质量分析`}
              maxLength={100}
              value={title}
              onChange={({ target }) => change(i, { title: target.value })}
            />
            <ItemActs word={`第 ${i + 1} 节`} at={i} count={value.length} onSwap={swap} onRemove={remove} />
          </span>
          <MarkedInput
            aria-label={`第 ${i + 1} 节的内容`}
            placeholder="说了什么、怎么定的。空一行分段"
            lines={4}
            maxLength={10_000}
            value={body ?? ''}
            onChange={(text) => change(i, { body: text })}
          />
        </fieldset>
      ))}
      {value.length < mostItems && (
        <Button type="dashed" icon={<Plus />} onClick={() => add({ title: '', body: null })}>
          添加一节
        </Button>
      )}
    </div>
  )
}
