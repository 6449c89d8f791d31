import { Button, Dropdown, type MenuProps } from 'antd'

/** The last column of a list: what else can be done with a row, called by its name. */
export const moreColumn = <Row,>(menuFor: (row: Row) => MenuProps, nameOf: (row: Row) => string) => ({
  key: 'act',
  title: '操作',
  width: 72,
  fixed: 'right' as const,
  render: (_: unknown, row: Row) => (
    <Dropdown trigger={['click']} menu={menuFor(row)}>
      <Button type="link" aria-label={`更多操作：${nameOf(row)}`}>
        更多
      </Button>
    </Dropdown>
  ),
})
