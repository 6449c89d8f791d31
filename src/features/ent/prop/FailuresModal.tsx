import { Button } from 'antd'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { copyText } from '#web/feedback/copyText.ts'
import type { Out } from '#web/api/send.ts'
import { column } from '#web/list/columns/columns.tsx'
import { DataTable } from '#web/list/DataTable.tsx'
import { formatCount } from '#web/page/format.ts'
import { Failure, type prop } from './prop.contract.ts'

type Row = Out<typeof prop.accept>['failures'][number]
type Props = { verb: '写入' | '撤回'; failures: Row[]; onClose: () => void }

/** Lists what was not written or put back, and why: to read, and to copy for whoever mends it. */
export default function FailuresModal({ verb, failures, onClose }: Props) {
  const title = `${formatCount(failures.length)} 项没有${verb}`
  return (
    <AppModal
      open
      className="touch"
      title={title}
      width={760}
      onCancel={onClose}
      footer={[
        <Button key="copy" onClick={() => void copyText(failures.map(lineOf).join('\n'), '没有处理的已复制')}>
          复制
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          关闭
        </Button>,
      ]}
    >
      <DataTable<Row>
        label={title}
        rowKey="propNo"
        rows={failures}
        columns={[
          column<Row>(Failure, 'name', { width: 110, fixed: 'left' }),
          column<Row>(Failure, 'place', { width: 150 }),
          column<Row>(Failure, 'fldName', { width: 110 }),
          column<Row>(Failure, 'why', { width: 300, twoLines: true }),
        ]}
      />
    </AppModal>
  )
}

const lineOf = ({ name, place, fldName, why }: Row) => [name, place, fldName, why].filter(Boolean).join('\t')
