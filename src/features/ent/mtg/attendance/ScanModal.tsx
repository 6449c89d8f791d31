import { Input } from 'antd'
import { useState } from 'react'
import { resultOf, shortCodePattern } from '#domain/meetings/meetings.contract.ts'
import { mSign } from '#features/m/sign/sign.contract.ts'
import { useSend } from '#web/api/api.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { formatTime } from '#web/page/format.ts'
import { toast } from '#web/feedback/toast.ts'
import { mtg } from '../mtg.contract.ts'

/** Signs in with what was scanned or copied from the screen of the meeting. */
export default function ScanModal({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const sign = useSend(mtg.signin)
  const find = useSend(mSign.find)
  const given = text.replace(/\s/g, '').replace(/^.*#t=/, '')
  const submit = async () => {
    const token = shortCodePattern.test(given) ? (await find.mutateAsync({ code: given })).result.token : given
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
      okButtonProps={{ disabled: given === '' }}
      cancelText="取消"
      confirmLoading={find.isPending || sign.isPending}
      onOk={() => submit().catch(() => {})}
      onCancel={onClose}
    >
      <p className="grey">用手机扫描会场屏幕上的二维码；也可以在这里输入二维码旁边的 6 位数字，或粘贴二维码的地址。</p>
      <Input
        aria-label="数字码或签到码的地址"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={() => given && void submit().catch(() => {})}
      />
    </AppModal>
  )
}
