import { Radio } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { metaOf } from '#contract/explain.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { Label } from '#web/api/dictionary.tsx'
import { DataTable } from '#web/list/DataTable.tsx'
import type { Conflict, Overlap, Values } from './merge.ts'

/** Maps fields to the words for their values, where the contract alone cannot tell. */
export type Words = Record<string, (value: unknown) => string>

type Props = {
  contract: z.ZodObject
  conflict: Conflict
  words?: Words | undefined
  onMerge: (merged: Values) => void
  onDiscard: () => void
}

/** Draws the fields that both changed: the three values of each side by side, to choose from. */
export function ConflictDialog({ contract, conflict, words, onMerge, onDiscard }: Props) {
  const [choices, setChoices] = useState<Record<string, 'theirs' | 'mine'>>({})
  const show = ({ field }: Overlap, value: unknown) => {
    const said = words?.[field]?.(value)
    if (said !== undefined) return said || '–'
    const { dictionary } = metaOf(contract.shape[field] as z.ZodType)
    return dictionary ? <Label type={dictionary} value={value as string} /> : String(value ?? '–')
  }
  const choice = (side: 'theirs' | 'mine') => (_: never, row: Overlap) => (
    <Radio checked={(choices[row.field] ?? 'mine') === side} onChange={() => setChoices({ ...choices, [row.field]: side })}>
      {show(row, row[side])}
    </Radio>
  )
  const merged = () =>
    conflict.overlaps.reduce(
      (values, { field, theirs }) => (choices[field] === 'theirs' ? { ...values, [field]: theirs } : values),
      conflict.merged,
    )
  return (
    <AppModal
      open
      title="他人已修改"
      width={720}
      okText="保存合并结果"
      cancelText="放弃我的修改"
      onOk={() => onMerge(merged())}
      onCancel={onDiscard}
      closable={false}
    >
      <p>你编辑期间，他人改了相同的内容。请逐项选择要保留的值。</p>
      <DataTable<Overlap>
        label="两边都改了的内容"
        rowKey="field"
        rows={conflict.overlaps}
        columns={[
          { title: '项目', dataIndex: 'label', width: 100 },
          { title: '原值', width: 180, render: (_, row) => show(row, row.base) },
          { title: '对方', width: 180, render: choice('theirs') },
          { title: '我的', width: 180, render: choice('mine') },
        ]}
      />
    </AppModal>
  )
}
