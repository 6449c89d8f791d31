import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { ActionsButton } from '#web/menu/ActionsButton.tsx'
import type { ActionMenu } from '#web/menu/menuOf.ts'
import { RowButton } from '#web/menu/RowButton.tsx'

/** Describes the most frequent action on rows: a button of its own before all others, a pencil without an icon. */
type First<Row> = { label: string; icon?: ReactNode; act: (row: Row) => void }

// Tells whether there is a mouse, by which actions are found that lie over their rows.
const canHover = window.matchMedia('(hover: hover)')

/** Returns the last column of a list: the actions on a row, labelled by its name. */
export const actionsColumn = <Row,>(
  menuFor: (row: Row) => ActionMenu | undefined,
  nameOf: (row: Row) => string,
  first?: First<Row> | false,
) => ({
  key: 'act',
  title: '操作',
  isOver: canHover.matches,
  width: first ? 80 : 48,
  fixed: 'right' as const,
  isIdle: (row: Row) => !first && !menuFor(row)?.items.length,
  render: (_: unknown, row: Row) => (
    <span className="row-actions">
      {first && (
        <RowButton
          className="icon-only"
          label={`${first.label}：${nameOf(row)}`}
          title={first.label}
          onClick={() => first.act(row)}
        >
          {first.icon ?? <Pencil />}
        </RowButton>
      )}
      <ActionsButton menu={menuFor(row)} row={nameOf(row)} />
    </span>
  ),
})
