import { Button } from 'antd'
import { useState } from 'react'
import { send } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { vst } from '../vst.contract.ts'

type Props = { vstNo: string; name: string }

/** Draws the link for a host who is asked on a phone: it is good for this visit and this person. */
export function HostLink({ vstNo, name }: Props) {
  const [busy, setBusy] = useState(false)
  const copy = async () => {
    setBusy(true)
    const link = send(vst.makehostkey, { vstNo }).then(({ result }) => `${location.origin}/m/host#t=${result.hostKey}`)
    await link.then(put, (error: Error) => toast.error(error.message))
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

// Copies the link without the clipboard, which a browser lacks over plain http.
async function put(link: string) {
  try {
    await navigator.clipboard.writeText(link)
    toast.success('确认链接已复制')
  } catch {
    toast.error('浏览器不允许复制，请在列表里直接同意或拒绝')
  }
}
