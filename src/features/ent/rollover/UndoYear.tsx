import { useQuery } from '@tanstack/react-query'
import { query, useSend } from '#web/api/api.ts'
import UndoConfirmModal from '#features/ent/history/undoConfirm.panel.tsx'
import { rollover } from './rollover.contract.ts'

type Props = { rollNo: string; schYear: number; onClose: () => void }

/** Says what taking a year-end back keeps of later work and what stands in its way, and then does it. */
export default function UndoYear({ rollNo, schYear, onClose }: Props) {
  const undo = useSend(rollover.takeback)
  // Reads it fresh, for others may have changed something in the last minute; but not once it is taken back.
  const isAsking = !undo.isPending && !undo.isSuccess
  const outlook = useQuery({ ...query(rollover.getundo, { rollNo }), staleTime: 0, gcTime: 0, enabled: isAsking })
  return (
    <UndoConfirmModal
      title={`撤销升级，回到${schYear}学年`}
      verb="撤销升级"
      since="升级之后"
      outlook={outlook}
      busy={undo.isPending}
      onTake={() => undo.mutate({ rollNo }, { onSuccess: onClose })}
      onClose={onClose}
    >
      升级、毕业、新年级和例外都回到升级之前：毕业的学生回到原班，新建的年级和班级删除。
    </UndoConfirmModal>
  )
}
