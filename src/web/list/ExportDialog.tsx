import { Checkbox } from 'antd'
import { useState } from 'react'
import type { Call } from '#contract/call.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { formatCount } from '#web/page/format.ts'
import type { ListState } from './listState.ts'
import { useMay, useMe } from '#web/api/me.tsx'
import { usePreference } from '#web/api/preference.ts'
import { save } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import './exportDialog.css'

type Props<Field extends string> = {
  call: Call
  /** Names the call whose right allows values in clear. */
  reveal: Call
  /** Names what is listed: 名员工. */
  unit: string
  /** Lists all columns in their order, with their names, and those chosen at first. */
  fields: readonly Field[]
  titles: Record<Field, string>
  usual: Field[]
  /** Names what is masked: 手机和身份证号. */
  masked: string
  list: Pick<ListState, 'filters' | 'keyWord'>
  /** Names the stored choice of columns, where it is not that of the call. */
  remembered?: string
  /**
   * Limits the export to these, under the name that the call has for them; all that match the list's filters where there are
   * none.
   */
  only: { name: string; nos: string[] }
  onClose: () => void
}

/** Saves people as a workbook: the columns chosen here, masked unless the user may see them and asks to. */
export function ExportDialog<Field extends string>(props: Props<Field>) {
  const { call, reveal, unit, fields, titles, usual, masked, list, only, onClose } = props
  const { remembered = call.path.split('/').at(-2) } = props
  const may = useMay()
  const [chosen, setChosen] = usePreference<Field[]>(`export ${remembered}`, usual)
  const { cfgData } = useMe()
  const [clear, setClear] = useState(may(reveal) && cfgData.EXP_MASK === '0')
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const which = only.nos.length > 0 ? { [only.name]: only.nos } : { ...list.filters, keyWord: list.keyWord || undefined }
    const flds = fields.filter((field) => chosen.includes(field))
    await save(call, { ...which, flds, mask: clear ? '0' : '1' }).then(onClose, (error: Error) => toast.error(error.message))
    setBusy(false)
  }
  return (
    <AppModal
      open
      width={560}
      title={only.nos.length > 0 ? `导出所选 ${formatCount(only.nos.length)} ${unit}` : `导出符合筛选的${unit.slice(1)}`}
      okText="导出"
      okButtonProps={{ disabled: chosen.length === 0 }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={run}
      onCancel={onClose}
    >
      <p className="grey">选择要导出的列：</p>
      <Checkbox.Group
        className="export-choice"
        value={chosen}
        onChange={(next) => setChosen(next as Field[])}
        options={fields.map((field) => ({ value: field, label: titles[field] }))}
      />
      {may(reveal) && (
        <p>
          <Checkbox checked={clear} onChange={({ target }) => setClear(target.checked)}>
            {masked}不脱敏（会留下记录）
          </Checkbox>
        </p>
      )}
    </AppModal>
  )
}
