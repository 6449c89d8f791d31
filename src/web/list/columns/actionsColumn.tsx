import { Button, type MenuProps } from 'antd'
import { ActionsButton } from './ActionsButton.tsx'

/** What is done to rows most: a link of its own before all else. */
type First<Row> = { label: string; act: (row: Row) => void }

/** The last column of a list: what can be done with a row, called by its name. */
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
