import { ActionsButton } from '#web/menu/ActionsButton.tsx'
import type { ActionMenu } from '#web/menu/menuOf.ts'
import { RowButton } from '#web/menu/RowButton.tsx'

/** Describes the most frequent action on rows: a link of its own before all others. */
type First<Row> = { label: string; act: (row: Row) => void }

/** Returns the last column of a list: the actions on a row, labelled by its name. */
export const actionsColumn = <Row,>(
  menuFor: (row: Row) => ActionMenu | undefined,
  nameOf: (row: Row) => string,
  first?: First<Row> | false,
) => ({
  key: 'act',
  title: '操作',
  width: first ? 60 + 14 * first.label.length : 72,
  fixed: 'right' as const,
  isIdle: (row: Row) => !first && !menuFor(row)?.items.length,
  render: (_: unknown, row: Row) => (
    <span className="row-actions">
      {first && (
        <RowButton label={`${first.label}：${nameOf(row)}`} onClick={() => first.act(row)}>
          {first.label}
        </RowButton>
      )}
      <ActionsButton menu={menuFor(row)} row={nameOf(row)} />
    </span>
  ),
})
