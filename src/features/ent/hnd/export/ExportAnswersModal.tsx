import { Checkbox } from 'antd'
import { useState } from 'react'
import { useMe } from '#web/api/me.tsx'
import { type In, save } from '#web/api/send.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { toast } from '#web/feedback/toast.ts'
import { hnd } from '../hnd.contract.ts'

type Which = Omit<In<typeof hnd.export>, 'mask'>

/** Saves answers as a workbook for those who may see numbers in clear, who say whether they want them. */
export default function ExportAnswersModal({ which, onClose }: { which: Which; onClose: () => void }) {
  const { cfgData } = useMe()
  const [isClear, setClear] = useState(cfgData.EXP_MASK === '0')
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await save(hnd.export, { ...which, mask: isClear ? '0' : '1' }).then(onClose, (error: Error) => toast.error(error.message))
    setBusy(false)
  }
  return (
    <AppModal open title="导出答卷" okText="导出" cancelText="取消" confirmLoading={busy} onOk={run} onCancel={onClose}>
      <p className="grey">每人一行，每题一列。</p>
      <Checkbox checked={isClear} onChange={({ target }) => setClear(target.checked)}>
        手机、身份证号和地址不脱敏（会留下记录）
      </Checkbox>
    </AppModal>
  )
}
