import { Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { useSend } from '#web/api/api.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { formatTime } from '#web/page/format.ts'
import type { Out } from '#web/api/send.ts'
import { reg } from './reg.contract.ts'

type Done = Out<typeof reg.setsign>

/** Signs in one after the other with a scanner, or by the code as text; the last ones stay in sight. */
export default function ScanEnrolment({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [done, setDone] = useState<Done[]>([])
  const input = useRef<InputRef>(null)
  const sign = useSend(reg.setsign, { said: (_, { name }) => `${name}已签到` })
  const token = text.trim()
  const submit = async () => {
    if (!token) return
    const answer = await sign.mutateAsync({ token }).catch(() => undefined)
    setText('')
    input.current?.focus()
    if (answer) setDone([answer.result, ...done].slice(0, 8))
  }
  return (
    <AppModal
      open
      className="touch"
      title="扫码签到"
      width={440}
      okText="签到"
      okButtonProps={{ disabled: token === '' }}
      cancelText="关闭"
      confirmLoading={sign.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p className="grey">用扫码枪扫“我的报名”里的签到码，一个接一个；也可以粘贴签到码。</p>
      <Input
        ref={input}
        aria-label="签到码"
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={() => void submit()}
      />
      <ul className="scan-done" aria-live="polite">
        {done.map(({ name, title, signTm, newFlag }) => (
          <li key={`${name} ${title} ${signTm}`}>
            <strong>{name}</strong> {newFlag === '1' ? '已签到' : '早已签到'} {formatTime(signTm).slice(11)}{' '}
            <span className="grey">{title}</span>
          </li>
        ))}
      </ul>
    </AppModal>
  )
}
