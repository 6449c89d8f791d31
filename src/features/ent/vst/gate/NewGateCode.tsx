import { Select } from 'antd'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import type { Out } from '#web/api/send.ts'
import { gateCodes } from './vst.codes.contract.ts'

type Props = {
  /** Lists the forms that visitors may be asked to fill in. */
  forms: readonly { tmplNo: string; tmplName: string }[]
  onClose: () => void
  onDone: (made: Out<typeof gateCodes.createcode>) => void
}

/** Creates a code that hangs at a gate. */
export default function NewGateCode({ forms, onClose, onDone }: Props) {
  return (
    <EditModal
      title="新建登记二维码"
      call={gateCodes.createcode}
      initial={forms.length === 1 ? { tmplNo: forms[0]?.tmplNo } : undefined}
      send={{}}
      okText="新建"
      said="登记二维码已新建"
      width={440}
      onClose={onClose}
      onDone={onDone}
    >
      <Field name="codeName" autoFocus />
      <Field name="tmplNo">
        <Select options={forms.map(({ tmplNo, tmplName }) => ({ value: tmplNo, label: tmplName }))} />
      </Field>
    </EditModal>
  )
}
