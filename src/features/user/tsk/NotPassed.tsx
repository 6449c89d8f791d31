import type { Out } from '#web/api/send.ts'
import { FailuresModal } from '#web/feedback/FailuresModal.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { NotPassed as Failure, type tsk } from './tsk.contract.ts'

type Row = Out<typeof tsk.many>['failed'][number]

/** Lists which of several tasks were not passed, and why: they stay with the caller. */
export default function NotPassed({ failures, onClose }: { failures: Row[]; onClose: () => void }) {
  return (
    <FailuresModal<Row>
      verb="同意"
      failures={failures}
      onClose={onClose}
      rowKey="tskNo"
      cellsOf={({ title, why }) => [title, why]}
      columns={[
        column<Row>(Failure, 'title', { width: 280, fixed: 'left' }),
        column<Row>(Failure, 'why', { width: 380, twoLines: true }),
      ]}
    />
  )
}
