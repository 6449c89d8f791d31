import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { ActionsButton } from '#web/menu/ActionsButton.tsx'
import type { ActionMenu } from '#web/menu/menuOf.ts'
import { RowButton } from '#web/menu/RowButton.tsx'

/** Describes the most frequent action on rows: a button of its own before all others, a pencil without an icon. */
type First<Row> = { label: string; icon?: ReactNode; act: (row: Row) => void }

// Tells whether there is a mouse, by which actions are found that lie over their rows.
const canHover = window.matchMedia('(hover: hover)')

/** Describes what is most likely wanted of one row: a word before all other actions, for it differs from row to row. */
type Likely = { label: string; act: () => void }

/** Returns the last column of a list: the actions on a row, labelled by its name. */
export function actionsColumn<Row>(
  menuFor: (row: Row) => ActionMenu | undefined,
  nameOf: (row: Row) => string,
  first?: First<Row> | false | ((row: Row) => Likely | undefined),
) {
  const [likely, always] = typeof first === 'function' ? [first, undefined] : [undefined, first]
  return {
    key: 'act',
    title: '操作',
    isOver: canHover.matches,
    width: likely ? 120 : always ? 80 : 48,
    fixed: 'right' as const,
    isIdle: (row: Row) => !always && !likely?.(row) && !menuFor(row)?.items.length,
    render: (_: unknown, row: Row) => (
      <span className="row-actions">
        {always && (
          <RowButton
            className="icon-only"
            label={`${always.label}：${nameOf(row)}`}
            title={always.label}
            onClick={() => always.act(row)}
          >
            {always.icon ?? <Pencil />}
          </RowButton>
        )}
        <LikelyAct of={nameOf(row)} act={likely?.(row)} />
        <ActionsButton menu={menuFor(row)} row={nameOf(row)} />
      </span>
    ),
  }
}

const LikelyAct = ({ of, act }: { of: string; act: Likely | undefined }) =>
  act && (
    <RowButton label={`${act.label}：${of}`} onClick={act.act}>
      {act.label}
    </RowButton>
  )
