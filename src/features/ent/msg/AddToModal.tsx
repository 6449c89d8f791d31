import { useState } from 'react'
import { useSend } from '#web/api/api.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { formatCount } from '#web/page/format.ts'
import type { ChosenPart } from '#domain/messages/messages.contract.ts'
import { msg } from './msg.contract.ts'
import { ScopeInput } from './scope.picker.tsx'

/** Sends a message to others too; whoever has it already does not get it again. */
export default function AddToModal({ msgNo, onClose }: { msgNo: string; onClose: () => void }) {
  const [scope, setScope] = useState<ChosenPart[]>([])
  const add = useSend(msg.addto, { said: (_, { addCnt }) => `已补发给 ${formatCount(addCnt)} 人` })
  return (
    <AppModal
      open
      className="touch"
      title="补发给其他人"
      width={560}
      okText="补发"
      okButtonProps={{ disabled: scope.length === 0 }}
      cancelText="取消"
      confirmLoading={add.isPending}
      onOk={() => add.mutate({ msgNo, scope }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <ScopeInput value={scope} onChange={setScope} named={[]} />
      <p className="grey">已经收到的人不会再收到一次。</p>
    </AppModal>
  )
}
