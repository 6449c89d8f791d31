import type { Out } from '#web/api/send.ts'
import { FailuresModal } from '#web/feedback/FailuresModal.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { Failure, type prop } from './prop.contract.ts'

type Row = Out<typeof prop.accept>['failures'][number]
type Props = { verb: '写入' | '撤回'; failures: Row[]; onClose: () => void }

/** Lists whose proposals were not written or put back, and why. */
export default function NotWritten(props: Props) {
  return (
    <FailuresModal<Row>
      {...props}
      rowKey="propNo"
      cellsOf={({ name, place, fldName, why }) => [name, place, fldName, why]}
      columns={[
        column<Row>(Failure, 'name', { width: 110, fixed: 'left' }),
        column<Row>(Failure, 'place', { width: 150 }),
        column<Row>(Failure, 'fldName', { width: 110 }),
        column<Row>(Failure, 'why', { width: 300, twoLines: true }),
      ]}
    />
  )
}
