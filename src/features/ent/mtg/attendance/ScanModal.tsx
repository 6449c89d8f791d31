import { Input } from 'antd'
import { useState } from 'react'
import { resultOf } from '#domain/meetings/meetings.contract.ts'
import { useSend } from '#web/api/api.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { formatTime } from '#web/page/format.ts'
import { toast } from '#web/feedback/toast.ts'
import { mtg } from '../mtg.contract.ts'

/** Signs in with what was scanned or copied from the screen of the meeting. */
export default function ScanModal({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const sign = useSend(mtg.signin)
  const token = text.trim().replace(/^.*#t=/, '')
  const submit = async () => {
    const { result } = await sign.mutateAsync({ token })
    toast.success(`${formatTime(result.signTm).slice(11)} · ${resultOf(result)}`)
    onClose()
  }
  return (
    <AppModal
      open
      className="touch"
      title="签到"
      width={440}
      okText="签到"
      okButtonProps={{ disabled: token === '' }}
      cancelText="取消"
      confirmLoading={sign.isPending}
      onOk={() => submit().catch(() => {})}
      onCancel={onClose}
    >
      <p className="grey">用手机扫描会场屏幕上的二维码；也可以把二维码的地址粘贴到这里。</p>
      <Input
        aria-label="签到码的地址"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={() => token && void submit().catch(() => {})}
      />
    </AppModal>
  )
}
