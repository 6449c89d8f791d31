import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { partOf } from '#contract/form/catalogue.ts'
import { offeredPartOf } from '#contract/form/offeredParts.ts'
import type { Column, TableColumn } from '#contract/form/column.ts'
import { ChoiceEditor } from './ChoiceEditor.tsx'
import { cellOf, cellParts, moveTo } from '../edits.tsx'
import { LimitEditor } from './LimitEditor.tsx'
import { PropertyLine } from './PropertyLine.tsx'

const most = 12

type Props = {
  column: Column
  /** Lists the columns that must stay as they are. */
  fixed: readonly TableColumn[]
  onChange: (clmns: TableColumn[]) => void
}

/** Draws the columns of a table inside a form, one of them opened at a time. */
export function CellEditor({ column: { clmns }, fixed, onChange }: Props) {
  const [openNo, setOpen] = useState<string>()
  const change = (clmnNo: string, changes: Partial<TableColumn>) =>
    onChange(clmns.map((cell) => (cell.clmnNo === clmnNo ? { ...cell, ...changes } : cell)))
  const add = () => {
    const [first] = cellParts
    const cell = first && cellOf(first, clmns)
    if (!cell) return
    onChange([...clmns, cell])
    setOpen(cell.clmnNo)
  }
  return (
    <div className="property">
      <span>子表的列</span>
      <ul className="property-cells">
        {clmns.map((cell, at) => (
          <li key={cell.clmnNo}>
            <div className="property-cell">
              <button
                type="button"
                aria-expanded={openNo === cell.clmnNo}
                onClick={() => setOpen(openNo === cell.clmnNo ? undefined : cell.clmnNo)}
              >
                {cell.clmnName}
                <span className="grey">{offeredPartOf(cell)?.name}</span>
              </button>
              <Button
                size="small"
                type="text"
                icon={<ArrowUp />}
                aria-label={`上移：${cell.clmnName}`}
                disabled={at === 0}
                onClick={() => onChange(moveTo(clmns, at, at - 1))}
              />
              <Button
                size="small"
                type="text"
                icon={<ArrowDown />}
                aria-label={`下移：${cell.clmnName}`}
                disabled={at === clmns.length - 1}
                onClick={() => onChange(moveTo(clmns, at, at + 2))}
              />
              <Button
                size="small"
                type="text"
                icon={<Trash2 />}
                aria-label={`删除：${cell.clmnName}`}
                disabled={fixed.some(({ clmnNo }) => clmnNo === cell.clmnNo)}
                onClick={() => onChange(clmns.toSpliced(at, 1))}
              />
            </div>
            {openNo === cell.clmnNo && (
              <Cell
                cell={cell}
                isFixed={fixed.some(({ clmnNo }) => clmnNo === cell.clmnNo)}
                onChange={(changes) => change(cell.clmnNo, changes)}
              />
            )}
          </li>
        ))}
      </ul>
      <Button size="small" onClick={add} disabled={clmns.length >= most}>
        添加列
      </Button>
    </div>
  )
}

type CellProps = { cell: TableColumn; isFixed: boolean; onChange: (changes: Partial<TableColumn>) => void }

function Cell({ cell, isFixed, onChange }: CellProps) {
  const turn = (no: string) => {
    const part = cellParts.find((one) => one.no === no)
    if (!part) return
    const { clmnNo: _, clmnName: __, ...start } = cellOf(part, [])
    onChange({ ...start, mustFlag: cell.mustFlag })
  }
  return (
    <div className="property-open">
      <PropertyLine label="列名">
        {(id) => (
          <Input
            id={id}
            maxLength={40}
            value={cell.clmnName}
            onChange={({ target }) => target.value.trim() && onChange({ clmnName: target.value })}
          />
        )}
      </PropertyLine>
      <PropertyLine label="控件">
        {(id) => (
          <Select
            id={id}
            disabled={isFixed}
            value={cell.ctrlNo}
            options={cellParts.map(({ no, name }) => ({ value: no, label: name }))}
            onChange={turn}
          />
        )}
      </PropertyLine>
      {partOf(cell)?.settings.includes('choices') && <ChoiceEditor key={cell.ctrlNo} column={cell} onChange={onChange} />}
      <LimitEditor column={cell} onChange={onChange} />
      <Checkbox
        disabled={isFixed}
        checked={cell.mustFlag === '1'}
        onChange={({ target }) => onChange({ mustFlag: target.checked ? '1' : '0' })}
      >
        必填
      </Checkbox>
    </div>
  )
}
