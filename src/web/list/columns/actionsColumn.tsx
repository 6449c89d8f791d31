import { Button, type MenuProps } from 'antd'
import { ActionsButton } from './ActionsButton.tsx'

/** Describes the most frequent action on rows: a link of its own before all others. */
type First<Row> = { label: string; act: (row: Row) => void }

/** Returns the last column of a list: the actions on a row, labelled by its name. */
export const actionsColumn = <Row,>(
  menuFor: (row: Row) => MenuProps | undefined,
  nameOf: (row: Row) => string,
  first?: First<Row> | false,
) => ({
  key: 'act',
  title: '操作',
  width: first ? 60 + 14 * first.label.length : 72,
  fixed: 'right' as const,
  isIdle: (row: Row) => !first && !menuFor(row)?.items?.length,
  render: (_: unknown, row: Row) => (
    <span className="row-actions">
      {first && (
        <Button type="link" aria-label={`${first.label}：${nameOf(row)}`} onClick={() => first.act(row)}>
          {first.label}
        </Button>
      )}
      <ActionsButton menu={menuFor(row)} row={nameOf(row)} />
    </span>
  ),
})
