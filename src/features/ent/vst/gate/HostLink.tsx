import { Button } from 'antd'
import { useState } from 'react'
import { send } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { copyText } from '#web/feedback/copyText.ts'
import { vst } from '../vst.contract.ts'

type Props = { vstNo: string; name: string }

/** Draws the link for a host who is asked on a phone: it is good for this visit and this person. */
export function HostLink({ vstNo, name }: Props) {
  const [busy, setBusy] = useState(false)
  const copy = async () => {
    setBusy(true)
    await send(vst.makehostkey, { vstNo }).then(
      ({ result }) => copyText(`${location.origin}/m/host#t=${result.hostKey}`, '确认链接已复制'),
      (error: Error) => toast.error(error.message),
    )
    setBusy(false)
  }
  return (
    <p className="spread">
      <span className="grey">等{name}确认。可以把链接发给本人，在手机上同意或拒绝。</span>
      <Button loading={busy} onClick={() => void copy()}>
        复制确认链接
      </Button>
    </p>
  )
}
