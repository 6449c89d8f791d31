import { Checkbox } from 'antd'
import { useState } from 'react'
import { AppModal } from '#web/AppModal.tsx'
import { formatCount } from '#web/format.ts'
import type { ListState } from '#web/listState.ts'
import { useMay, useMe } from '#web/me.tsx'
import { usePreference } from '#web/preference.ts'
import { save } from '#web/send.ts'
import { toast } from '#web/toast.ts'
import { emp, exportable } from './emp.contract.ts'
import { exportTitles } from './emp.export.contract.ts'

type Field = (typeof exportable)[number]

type Props = {
  list: ListState
  /** Only these; all that fit the list's filters where there are none. */
  empNos: string[]
  onClose: () => void
}

const usual: Field[] = ['empName', 'workNo', 'sex', 'orgName', 'authTel', 'stt']

/** Saves employees as a workbook: the columns chosen here, masked unless the user may see them and asks to. */
export function ExportModal({ list: { filters, keyWord }, empNos, onClose }: Props) {
  const may = useMay()
  const [fields, setFields] = usePreference<Field[]>('export emp', usual)
  const { cfgData } = useMe()
  const [clear, setClear] = useState(may(emp.reveal) && cfgData.EXP_MASK === '0')
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const which = empNos.length > 0 ? { empNos } : { ...filters, keyWord: keyWord || undefined }
    await save(emp.export, {
      ...which,
      flds: exportable.filter((field) => fields.includes(field)),
      mask: clear ? '0' : '1',
    }).then(onClose, (error: Error) => toast.error(error.message))
    setBusy(false)
  }
  return (
    <AppModal
      open
      width={560}
      title={empNos.length > 0 ? `导出所选 ${formatCount(empNos.length)} 名员工` : '导出符合筛选的员工'}
      okText="导出"
      okButtonProps={{ disabled: fields.length === 0 }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={run}
      onCancel={onClose}
    >
      <p className="grey">选择要导出的列：</p>
      <Checkbox.Group
        className="export-choice"
        value={fields}
        onChange={setFields}
        options={exportable.map((field) => ({ value: field, label: exportTitles[field] }))}
      />
      {may(emp.reveal) && (
        <p>
          <Checkbox checked={clear} onChange={({ target }) => setClear(target.checked)}>
            手机和身份证号不脱敏（会留下记录）
          </Checkbox>
        </p>
      )}
    </AppModal>
  )
}
