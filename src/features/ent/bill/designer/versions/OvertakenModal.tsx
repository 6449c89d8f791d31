import { useState } from 'react'
import { Button } from 'antd'
import { bill } from '../../bill.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { send } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { differenceOf } from './difference.tsx'
import type { EditedTemplate } from '../useDraftSave.tsx'
import { type Design, designedOf } from '../useDesign.tsx'

/** Draws the choice between two drafts, after somebody else saved another one meanwhile. */
export function OvertakenModal({ design }: { design: Design }) {
  const { template, columns, sets, keeper, start } = design
  const [theirs, setTheirs] = useState<EditedTemplate>()
  const [busy, setBusy] = useState(false)
  const take = async (act: (now: EditedTemplate) => unknown) => {
    setBusy(true)
    try {
      const { result } = await send(bill.gettmpl, { tmplNo: template.tmplNo })
      setTheirs(result)
      await act(result)
    } catch (error) {
      toast.error((error as Error).message)
    }
    setBusy(false)
  }
  const count = theirs && differenceOf(designedOf(theirs), { columns, sets }).length
  return (
    <AppModal
      open
      title="他人已修改"
      width={480}
      closable={false}
      footer={[
        <Button key="theirs" loading={busy} onClick={() => take((now) => start(designedOf(now), now))}>
          用对方的
        </Button>,
        <Button key="mine" type="primary" loading={busy} onClick={() => take(({ ver }) => keeper.insist({ ver }))}>
          用我的
        </Button>,
      ]}
    >
      <p>你编辑期间，他人也保存了这个模板的草稿。用对方的，你没有保存的修改会丢掉；用我的，会盖住对方的草稿。</p>
      {count !== undefined && <p className="grey">两份草稿有 {count} 处不同。</p>}
    </AppModal>
  )
}
