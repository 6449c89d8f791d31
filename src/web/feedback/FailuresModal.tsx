import { Button } from 'antd'
import type { ListColumn } from '#web/list/dataTable.types.ts'
import { DataTable } from '#web/list/DataTable.tsx'
import { formatCount } from '#web/page/format.ts'
import { AppModal } from './AppModal.tsx'
import { copyText } from './copyText.ts'

type Props<Row> = {
  /** Says what was not done with them: 写入. */
  verb: string
  failures: Row[]
  rowKey: string & keyof Row
  columns: ListColumn<Row>[]
  /** Answers the cells of a copied line; empty ones are left out. */
  cellsOf: (row: Row) => (string | null)[]
  onClose: () => void
}

/** Lists what several at once left undone, and why: to read, and to copy for whoever mends it. */
export function FailuresModal<Row extends object>({ verb, failures, rowKey, columns, cellsOf, onClose }: Props<Row>) {
  const title = `${formatCount(failures.length)} 项没有${verb}`
  const lines = () => failures.map((row) => cellsOf(row).filter(Boolean).join('\t')).join('\n')
  return (
    <AppModal
      open
      className="touch"
      title={title}
      width={760}
      onCancel={onClose}
      footer={[
        <Button key="copy" onClick={() => void copyText(lines(), '没有处理的已复制')}>
          复制
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          关闭
        </Button>,
      ]}
    >
      <DataTable<Row> label={title} rowKey={rowKey} rows={failures} columns={columns} />
    </AppModal>
  )
}
