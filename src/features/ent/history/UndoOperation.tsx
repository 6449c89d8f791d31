import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import { query, useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import UndoConfirmModal from './undoConfirm.panel.tsx'
import { history, type Operation } from '#contract/shell/history.contract.ts'

/** Describes the operation to undo; `entNo`: the enterprise where it was done. */
type Props = { operation: z.output<typeof Operation>; entNo: string; onClose: () => void }

/** Asks before an operation of the list is taken back, and says what stands in its way. */
export default function UndoOperation({ operation: { op, title, what, rowCnt }, entNo, onClose }: Props) {
  const outlook = useQuery({ ...query(history.getundo, { op, entNo }), staleTime: 0 })
  const undo = useSend(history.undo)
  return (
    <UndoConfirmModal
      title={`撤销“${title}”`}
      verb="撤销"
      since="这之后"
      outlook={outlook}
      busy={undo.isPending}
      onTake={() => void undo.mutateAsync({ op, entNo }).then(onClose, onClose)}
      onClose={onClose}
    >
      {what}，共 {formatCount(rowCnt)} 行，回到这次操作之前的样子。
    </UndoConfirmModal>
  )
}
