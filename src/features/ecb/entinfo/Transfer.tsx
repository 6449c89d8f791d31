import { GripVertical } from 'lucide-react'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { Status } from '#contract/fields.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { dragProps } from '#web/drag/drag.ts'
import { placeInBoth, useDropZone } from '#web/drag/dropZone.ts'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { useRowOrder } from '#web/list/useRowOrder.ts'
import type * as z from 'zod'
import type { ChosenItem } from './entinfo.contract.ts'
import './entinfo.css'

type Props = {
  all: readonly Value[]
  own: readonly Value[]
  /** Receives the changed values; absent: read only. */
  onChange: ((own: Value[]) => void) | undefined
}

export type Value = z.output<typeof ChosenItem>

/** Draws all values at the left, ours in order at the right; buttons and keys do what a drag does. */
export function Transfer({ all, own, onChange }: Props) {
  const [word, setWord] = useState('')
  const chosen = new Set(own.map(({ infoNo }) => infoNo))
  const left = all.filter(({ chnName, infoNo }) => `${chnName} ${infoNo}`.toLowerCase().includes(word.toLowerCase()))
  const order = useRowOrder(
    own,
    ({ infoNo }) => infoNo,
    (rows) => onChange?.(rows),
  )
  // Inserts what comes from the left before the row that it is dropped on, or at the end.
  const add = (value: Value, before = own.length) => onChange?.(own.toSpliced(before, 0, { ...value, stt: Status.enabled }))
  const kind = useId()
  const ends = useId()
  const indexOf = (key: string) => (key === ends ? own.length : own.findIndex(({ infoNo }) => infoNo === key))
  const values = useDropZone<Value>({
    takes: (one) => one === kind,
    spotsOf: () => ['onto'],
    nameOf: (key) => `第 ${indexOf(key) + 1} 个`,
    onDrop: ({ data }, key) => add(data, indexOf(key)),
  })
  const toggle = (value: Value) =>
    onChange?.(
      own.map((one) => (one === value ? { ...one, stt: one.stt === Status.enabled ? Status.disabled : Status.enabled } : one)),
    )
  return (
    <div className="transfer">
      <section aria-label="全部值">
        <div className="spread">
          <strong>全部值</strong>
          <Keyword value={word} onChange={setWord} placeholder="名称或编号" />
        </div>
        <ul className="transfer-list">
          {left.length === 0 && <li className="transfer-none grey">没有符合的值</li>}
          {left.map((value) => (
            <li
              key={value.infoNo}
              {...(onChange && !chosen.has(value.infoNo) && dragProps({ kind, name: value.chnName, data: value }))}
            >
              <span className="grey">{value.infoNo}</span>
              <span className={chosen.has(value.infoNo) ? 'transfer-name grey' : 'transfer-name'}>{value.chnName}</span>
              {chosen.has(value.infoNo) ? (
                <span className="grey">已选用</span>
              ) : (
                onChange && (
                  <Button type="link" aria-label={`选用${value.chnName}`} onClick={() => add(value)}>
                    选用
                  </Button>
                )
              )}
            </li>
          ))}
        </ul>
      </section>
      <section aria-label="选用的值">
        <div className="spread" style={{ minHeight: 32 }}>
          <strong>选用的值</strong>
          <span className="grey">{formatCount(own.length)} 个</span>
        </div>
        <ul className={values.dragged ? 'transfer-list over' : 'transfer-list'} {...values.placeProps(ends)}>
          {own.length === 0 && <li className="transfer-none grey">没有选用，使用全部值</li>}
          {own.map((value) => (
            <li
              key={value.infoNo}
              className={order.isOver(value) || values.over?.key === value.infoNo ? 'drag-over' : ''}
              {...placeInBoth(order.rowProps(value), values.placeProps(value.infoNo))}
            >
              {onChange && (
                <button
                  type="button"
                  className="drag-handle"
                  aria-label={`排序${value.chnName}，Alt 加上下键移动`}
                  {...order.handleProps(value)}
                >
                  <GripVertical />
                </button>
              )}
              <span className="transfer-name">{value.chnName}</span>
              {value.stt === Status.disabled && <StatusTag value={value.stt} />}
              {onChange && (
                <>
                  <Button type="link" aria-label={`${verbOf(value)}${value.chnName}`} onClick={() => toggle(value)}>
                    {verbOf(value)}
                  </Button>
                  <Button
                    type="link"
                    aria-label={`移除${value.chnName}`}
                    onClick={() => onChange(own.filter((one) => one !== value))}
                  >
                    移除
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

const verbOf = ({ stt }: Value) => (stt === Status.enabled ? '停用' : '启用')
