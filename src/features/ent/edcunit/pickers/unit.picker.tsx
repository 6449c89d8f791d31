import { useState } from 'react'
import { type UnitType, unitTypes } from '#domain/units/units.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import { offeredNodes, onlyOf, type UnitRefusal } from './unitNodes.tsx'
import '../units.css'
import { useUnits } from '../useUnits.tsx'

/** Describes a chosen unit; `path` is its full name, itself first. */
export type ChosenUnit = { unitNo: string; unitName: string; path: string }

type Props = {
  title: string
  /** Names the button: 调班. */
  action: string
  /** Lists the types that can be chosen: classes by default. */
  types?: readonly UnitType[]
  /** Replaces the types: every unit is shown, grey where this says why it cannot be chosen. */
  refusalOf?: UnitRefusal
  open: boolean
  onChoose: (unit: ChosenUnit) => void
  onClose: () => void
}

const classes = [unitTypes.class]

/** Picks one unit of the school from its tree. */
export default function UnitPicker({ title, action, types = classes, refusalOf, open, onChoose, onClose }: Props) {
  const { tree, byNo, error, refetch } = useUnits()
  const [unitNo, setUnitNo] = useState<string>()
  const chosen = byNo.get(unitNo ?? '')
  const refuse = refusalOf ?? onlyOf(types)
  const refusal = chosen && refuse(chosen)
  const choose = () => {
    if (chosen && !refusal) onChoose({ unitNo: chosen.unitNo, unitName: chosen.unitName, path: chosen.path })
  }
  return (
    <AppModal
      open={open}
      width={480}
      title={title}
      okText={action}
      okButtonProps={{ disabled: !chosen || refusal !== undefined }}
      cancelText="取消"
      onOk={choose}
      onCancel={onClose}
    >
      <div className="unit-picker touch">
        <TreePanel
          label="年级班级"
          nodes={tree && offeredNodes(tree, refuse, !refusalOf)}
          error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
          empty={<EmptyState hint="还没有可以选择的单元" />}
          chosen={unitNo}
          onChoose={setUnitNo}
          height={360}
        />
        <p aria-live="polite" className={refusal ? 'unit-refusal' : undefined}>
          {chosen ? (refusal ?? chosen.path) : <span className="grey">还没有选择</span>}
        </p>
      </div>
    </AppModal>
  )
}
