import { useSend } from '#web/api/api.ts'
import type { ActionMenu } from '#web/menu/menuOf.ts'
import { column } from '#web/list/columns/columns.tsx'
import { DataTable } from '#web/list/DataTable.tsx'
import { formatAmount, formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { orderColumn } from '#web/list/columns/orderColumn.tsx'
import { useRowOrder } from '#web/list/useRowOrder.ts'
import type { PaymentItem } from './PaymentItemForm.tsx'
import { PayItem, payitem } from './payitem.contract.ts'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import type { ListColumn } from '#web/list/dataTable.types.ts'

const said = (flag: string) => (flag === '1' ? '是' : '–')
const wayOf = (_: unknown, { onFlag, offFlag }: PaymentItem) =>
  onFlag === '1' ? '仅线上' : offFlag === '1' ? '仅线下' : '都可以'

const columns: ListColumn<PaymentItem>[] = [
  column<PaymentItem>(PayItem, 'itemName', { width: 180 }),
  column<PaymentItem>(PayItem, 'amt', { width: 130, render: formatAmount }),
  { key: 'way', title: '线上/线下', width: 90, render: wayOf },
  column<PaymentItem>(PayItem, 'mustFlag', { width: 64, render: said }),
  column<PaymentItem>(PayItem, 'partFlag', {
    width: 80,
    render: (flag: string, { partCnt }) => (flag === '1' ? `${partCnt} 期` : '–'),
  }),
  column<PaymentItem>(PayItem, 'amtEditFlag', { width: 80, render: said }),
  column<PaymentItem>(PayItem, 'signFlag', { width: 64, render: said, minor: true }),
  column<PaymentItem>(PayItem, 'pubFlag', { width: 72, render: said, minor: true }),
  column<PaymentItem>(PayItem, 'actName', { width: 140, minor: true }),
  column<PaymentItem>(PayItem, 'stt', { width: 72 }),
]

type Props = {
  entNo: string
  theme: string
  items: PaymentItem[]
  isWhole: boolean
  menu: (item: PaymentItem) => ActionMenu | undefined
}

/** Draws the items of one theme, in their order. `isWhole`: none of them is filtered out. */
export function ThemeItems({ entNo, theme, items, isWhole, menu }: Props) {
  const may = useMay()
  const order = useSend(payitem.setpayitemord, { said: () => `“${theme}”的顺序已调整` })
  const save = (rows: PaymentItem[]) =>
    order.mutate({ entNo, payItemOrds: rows.map(({ payItemNo }, i) => ({ payItemNo, showOrd: (i + 1) * 10 })) })
  const rowOrder = useRowOrder(items, ({ payItemNo }) => payItemNo, save)
  const mayOrder = may(payitem.setpayitemord) && isWhole
  const actions = actionsColumn<PaymentItem>(menu, (row) => row.itemName)
  return (
    <section>
      <h2 className="section-title">
        {theme} <span className="grey">{formatCount(items.length)} 项</span>
      </h2>
      <DataTable<PaymentItem>
        rowKey="payItemNo"
        rows={items}
        rowClassName={(row) => (rowOrder.isOver(row) ? 'drag-over' : '')}
        {...(mayOrder && { onRow: rowOrder.rowProps })}
        columns={[
          ...(mayOrder ? [orderColumn(rowOrder, ({ itemName }: PaymentItem) => itemName)] : []),
          ...columns,
          ...(items[0] && menu(items[0])?.items?.length ? [actions] : []),
        ]}
      />
    </section>
  )
}
