import { ArrowDown, ArrowUp, Copy, LockIcon, Trash2 } from 'lucide-react'
import { Button } from 'antd'
import { partOf } from '#contract/form/catalogue.ts'
import type { Column } from '#contract/form/column.ts'
import { shownWhenWords } from '#contract/form/conditionWords.ts'
import { isScored } from '#contract/form/scores.ts'
import { defaultOf, type OfferedBy } from '#contract/form/values.ts'
import { FormField } from '#domain/forms/FormField.tsx'
import type { FormSources } from '#domain/forms/sources.web.ts'
import { partNameOf } from './edits.tsx'
import { keyboardPress } from './keyboardPress.tsx'
import type { FieldDrag } from './useFieldDrag.tsx'
import type { Design } from './useDesign.tsx'

/** Explains why a field cannot be deleted. */
const lockedWhy = '这类表单必有的字段，不能删除'

type Props = {
  column: Column
  at: number
  design: Design
  drag: FieldDrag
  offered: OfferedBy
  sources: FormSources
  /** Shows the actions on the field while it is chosen. */
  isNarrow: boolean
}

/** Draws a field of the designed form as it will look; a click chooses it. */
export function FieldCard({ column, at, design, drag, offered, sources, isNarrow }: Props) {
  const { columns, chosen, choose, faults, isOpen } = design
  const { clmnNo, clmnName, wdt, fldCode, mustFlag } = column
  const isChosen = chosen === column
  const [fault] = faults.filter(({ field }) => field === clmnNo)
  const isDroppedHere = drag.over === at
  const isDroppedBelow = drag.over === columns.length && at === columns.length - 1
  const when = shownWhenWords(column, columns, offered)
  const said = [`第 ${at + 1} 项`, clmnName, partNameOf(column), mustFlag === '1' && '必填', when, fldCode !== null && lockedWhy]
  const look = ['designer-field', wdt === 2 && 'wide', isChosen && 'chosen', fault && 'bad', isDroppedHere && 'drop-before']
  return (
    <li className={[...look, isDroppedBelow && 'drop-after'].filter(Boolean).join(' ')} {...drag.fieldProps(column, at)}>
      <div
        role="button"
        className="designer-pick"
        data-field={clmnNo}
        tabIndex={isChosen || (!chosen && at === 0) ? 0 : -1}
        aria-pressed={isChosen}
        aria-label={said.filter(Boolean).join('，')}
        title={when}
        onClick={() => choose(clmnNo)}
        onKeyDown={keyboardPress(() => choose(clmnNo))}
      />
      <div className="fill" inert>
        <FormField
          column={column}
          name={`canvas-${clmnNo}`}
          value={partOf(column)?.no === 'table' ? [{}] : defaultOf(column)}
          onChange={() => {}}
          offered={offered}
          sources={sources}
          readOnly
        />
      </div>
      <span className="designer-marks">
        {marksOf(column).map((mark) => (
          <span key={mark} className="tag run">
            {mark}
          </span>
        ))}
        {fldCode !== null && (
          <span title={lockedWhy}>
            <LockIcon />
          </span>
        )}
      </span>
      {when && <small className="grey designer-when">{when}</small>}
      {fault && <small className="bad-text">{fault.message.slice(clmnName.length + 1)}</small>}
      {isChosen && isOpen && <FieldTools column={column} at={at} design={design} hasMoves={isNarrow} />}
    </li>
  )
}

const marksOf = (column: Column) =>
  [
    partOf(column)?.no === 'page' && '分页',
    column.visIf && '按条件显示',
    isScored(column) && '计分',
    column.showFlag === '0' && '不显示',
    column.readFlag === '1' && '只读',
  ].filter((mark) => typeof mark === 'string')

type ToolProps = { column: Column; at: number; design: Design; hasMoves: boolean }

function FieldTools({ column, at, design, hasMoves }: ToolProps) {
  const { columns, move, duplicate, remove } = design
  const { clmnNo, clmnName, fldCode } = column
  return (
    <span className="designer-tools">
      {hasMoves && (
        <>
          <Button
            size="small"
            icon={<ArrowUp />}
            aria-label={`上移：${clmnName}`}
            disabled={at === 0}
            onClick={() => move(clmnNo, at - 1)}
          />
          <Button
            size="small"
            icon={<ArrowDown />}
            aria-label={`下移：${clmnName}`}
            disabled={at === columns.length - 1}
            onClick={() => move(clmnNo, at + 2)}
          />
        </>
      )}
      <Button
        size="small"
        icon={<Copy />}
        aria-label={`复制：${clmnName}`}
        title="复制（Ctrl+D）"
        onClick={() => duplicate(column)}
      />
      <Button
        size="small"
        icon={<Trash2 />}
        aria-label={`删除：${clmnName}`}
        title={fldCode === null ? '删除（Delete）' : lockedWhy}
        disabled={fldCode !== null}
        onClick={() => remove(column)}
      />
    </span>
  )
}
