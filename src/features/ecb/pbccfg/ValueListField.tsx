import { Plus, Trash2 } from 'lucide-react'
import { Button, Input } from 'antd'

type Item = { val: string; name: string }
type Props = { value?: Item[] | null; onChange?: (items: Item[] | null) => void }

/** Draws the values that a setting offers, each with its name; none at all leaves the value free. */
export function ValueListField({ value, onChange }: Props) {
  const items = value ?? []
  const set = (next: Item[]) => onChange?.(next.length > 0 ? next : null)
  const change = (at: number, part: Partial<Item>) => set(items.map((item, i) => (i === at ? { ...item, ...part } : item)))
  return (
    <div className="stack">
      {items.map((item, i) => (
        <div className="row-actions" key={i}>
          <Input
            aria-label={`第 ${i + 1} 个值`}
            placeholder="值"
            maxLength={50}
            value={item.val}
            onChange={({ target }) => change(i, { val: target.value })}
          />
          <Input
            aria-label={`第 ${i + 1} 个值的名称`}
            placeholder="名称"
            maxLength={50}
            value={item.name}
            onChange={({ target }) => change(i, { name: target.value })}
          />
          <Button
            type="text"
            icon={<Trash2 />}
            aria-label={`去掉第 ${i + 1} 个值`}
            onClick={() => set(items.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      {items.length < 50 && (
        <Button type="dashed" icon={<Plus />} onClick={() => set([...items, { val: '', name: '' }])}>
          添加可选值
        </Button>
      )}
    </div>
  )
}
