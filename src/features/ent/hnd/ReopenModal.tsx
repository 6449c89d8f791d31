import { useState } from 'react'
import { useSend } from '#web/api/api.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { LaterInput } from '#web/form/inputs/LaterInput.tsx'
import { hnd } from './hnd.contract.ts'

type Props = { row: { hndNo: string; title: string; ver: number }; onClose: () => void }

/** Opens a collection again, until a time that is asked for. */
export default function ReopenModal({ row, onClose }: Props) {
  const [dueTm, setDue] = useState<string | null>(null)
  const reopen = useSend(hnd.reopen)
  return (
    <AppModal
      open
      className="touch"
      title={`重新开放“${row.title}”`}
      okText="重新开放"
      cancelText="取消"
      confirmLoading={reopen.isPending}
      onOk={() => reopen.mutate({ hndNo: row.hndNo, ver: row.ver, dueTm }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>没填的人又会看到待办，已填的人可以按原来的规定修改。</p>
      <LaterInput endOfDay aria-label="新的截止时间" placeholder="新的截止时间，不限可以不选" value={dueTm} onChange={setDue} />
    </AppModal>
  )
}
