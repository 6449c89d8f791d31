import { type ReactNode, Suspense, useState } from 'react'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { formatCount } from '#web/page/format.ts'
import './picker.css'
import { PickerChosen } from './PickerChosen.tsx'
import { PickerRows } from './PickerRows.tsx'
import type { PickerAt, PickerProps } from './usePicker.ts'
import type { ListColumn } from '#web/list/dataTable.types.ts'
import type { TreeNode } from '#web/tree/treeNodes.ts'
import type { Offer } from './picking.ts'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'

const PickerPlaces = lazyPiece(() => import('./PickerPlaces.tsx'))

type Props<Row> = PickerProps<Row> & {
  at: PickerAt
  offer: Offer<Row>
  rowKey: keyof Row & string
  nameOf: (row: Row) => string
  columns: ListColumn<Row>[]
  /** Names the measure word: 人. */
  unit: string
  /** Names what the keyword is searched in. */
  search: string
  /** Explains that there is nobody to pick. */
  none: string
  /** Holds the tree at the left, and its first entry, which stands for all. */
  places?: { nodes: TreeNode[] | undefined; all: string }
  /** Draws filters beside the keyword. */
  filters?: ReactNode
  /** Draws further inputs above the list. */
  children?: ReactNode
  disabled?: boolean
  isTaken?: (row: Row) => boolean
}

// Limits the choice to the numbers that a call takes.
const most = 5000
const nobody: ReadonlySet<string> = new Set()

/**
 * Picks one or several (docs/spec/lists.md#pickers): a tree at the left, what is found in the middle, who is chosen at the right.
 */
export function Picker<Row extends { stt?: string }>(props: Props<Row>) {
  const { title, verb, unit, single = false, taken = nobody, disabled = false, places, rowKey, nameOf, children } = props
  const [chosen, setChosen] = useState<Row[]>([])
  const [busy, setBusy] = useState(false)
  const tooMany = chosen.length > most
  const by = {
    keyOf: (row: Row) => String(row[rowKey]),
    isTaken: (row: Row) => taken.has(String(row[rowKey])) || props.isTaken?.(row) === true,
  }
  const pick = async (picked: Row[]) => {
    setBusy(true)
    await props.onPick(picked.map(by.keyOf), picked).then(props.onClose, () => {})
    setBusy(false)
  }
  const choose = (rows: Row[]) => {
    const one = rows.at(-1)
    if (!single) setChosen(rows)
    else if (one && !busy) void pick([one])
  }
  return (
    <AppModal
      open
      width={single || !places ? 720 : 880}
      title={title}
      okText={chosen.length > 0 ? `${verb} ${formatCount(chosen.length)} ${unit}` : verb}
      okButtonProps={{ disabled: disabled || chosen.length === 0 || tooMany }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void pick(chosen)}
      onCancel={props.onClose}
      {...(single && { footer: null })}
    >
      {children}
      <div className={['picker touch', places && 'with-places', !single && 'with-chosen'].filter(Boolean).join(' ')}>
        {places && (
          <Suspense fallback={<div />}>
            <PickerPlaces {...places} chosen={props.at.place} onChoose={props.at.setPlace} />
          </Suspense>
        )}
        <PickerRows {...props} by={by} chosen={chosen} onChoose={choose} />
        {!single && (
          <PickerChosen
            rows={chosen}
            keyOf={by.keyOf}
            nameOf={nameOf}
            unit={unit}
            problem={tooMany ? `一次最多${verb} ${formatCount(most)} ${unit}` : undefined}
            onChange={setChosen}
          />
        )}
      </div>
    </AppModal>
  )
}
