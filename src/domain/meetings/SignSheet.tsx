import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import type { ReactNode } from 'react'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { PrintButton, PrintView } from '#web/print/PrintView.tsx'

type Props<Row> = {
  /** Names it on paper. */
  title: string
  about: ReactNode
  /** Draws what stands between the remark and the table. */
  children?: ReactNode
  /** Names the module whose print right is needed. */
  module: string
  /** Identifies this sheet in the query cache. */
  sheetKey: readonly unknown[]
  read: () => Promise<Row[]>
  keyOf: (row: Row) => string
  /** Lists the columns between the number and the signature. */
  columns: readonly { title: string; cell: (row: Row) => ReactNode }[]
  onClose: () => void
}

/** Draws an attendance sheet on paper, with room to sign by hand. */
export function SignSheet<Row>({ title, about, module, sheetKey, read, keyOf, columns, children, onClose }: Props<Row>) {
  const { data, error, refetch } = useQuery({ queryKey: [...sheetKey], queryFn: read, staleTime: 0 })
  return (
    <AppModal open className="touch" title="签到表" width={820} footer={null} onCancel={onClose}>
      {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Spin delay={200} />}
      {data && (
        <>
          <p className="spread">
            <span className="grey">共 {formatCount(data.length)} 人</span>
            <PrintButton module={module} />
          </p>
          <PrintView title={`${title} 签到表`}>
            <p className="sheet-about">{about}</p>
            {children}
            <div className="sheet-scroll">
              <table className="sheet">
                <thead>
                  <tr>
                    {['序号', ...columns.map((column) => column.title), '签名'].map((name) => (
                      <th key={name} scope="col">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.map((row, i) => (
                    <tr key={keyOf(row)}>
                      <td>{i + 1}</td>
                      {columns.map((column) => (
                        <td key={column.title}>{column.cell(row)}</td>
                      ))}
                      <td />
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </PrintView>
        </>
      )}
    </AppModal>
  )
}
