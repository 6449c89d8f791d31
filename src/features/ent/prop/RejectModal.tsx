import { useState } from 'react'
import { useSend } from '#web/api/api.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { TextInput } from '#web/form/inputs/TextInput.tsx'
import { prop } from './prop.contract.ts'

/** Asks why what was proposed is not written. */
export function RejectModal({ propNos, onClose }: { propNos: string[]; onClose: () => void }) {
  const [word, setWord] = useState('')
  const reject = useSend(prop.reject)
  return (
    <AppModal
      open
      className="touch"
      title="不采用"
      okText="不采用"
      cancelText="取消"
      okButtonProps={{ disabled: word.trim() === '' }}
      confirmLoading={reject.isPending}
      onOk={() => reject.mutate({ propNos, word }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <TextInput aria-label="不采用的原因" lines={2} maxLength={200} placeholder="写明原因" value={word} onChange={setWord} />
    </AppModal>
  )
}
