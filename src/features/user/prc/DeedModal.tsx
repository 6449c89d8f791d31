import type { FormValues, Column } from '#contract/form/column.ts'
import { emptyValues, FormFill } from '#domain/forms/FormFill.tsx'
import { useFilled } from '#domain/forms/useFilled.web.ts'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useState } from 'react'
import { refusalOf } from '#web/api/send.ts'

type Props = {
  title: string
  okText: string
  hint?: string
  danger?: boolean
  columns: readonly Column[]
  /** Maps the name of an input of the call to the field that it is asked in. */
  fields: Readonly<Record<string, string>>
  onSend: (values: FormValues) => Promise<unknown>
  onClose: () => void
}

/** Asks for what a decision needs: a word, a person, a signature, fields of the form. What is refused stands beside its field. */
export default function DeedModal({ title, okText, hint, danger = false, columns, fields, onSend, onClose }: Props) {
  const sources = useFormSources()
  const [busy, setBusy] = useState(false)
  const { values, latest, change, errors, setErrors, refuse } = useFilled(() => emptyValues(columns))
  const submit = async () => {
    setErrors({})
    const missing = columns.find(({ clmnNo, mustFlag }) => mustFlag === '1' && !filled(latest()[clmnNo]))
    if (missing) return refuse({ message: '', fields: [{ field: missing.clmnNo, message: `${missing.clmnName}不能为空` }] })
    setBusy(true)
    try {
      await onSend(latest())
      onClose()
    } catch (error) {
      const told = refusalOf(error as Error)
      refuse({ ...told, fields: told.fields.map((one) => ({ ...one, field: fields[one.field] ?? one.field })) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <AppModal
      open
      className="touch"
      title={title}
      okText={okText}
      cancelText="取消"
      okButtonProps={{ danger }}
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {hint && <p className="grey">{hint}</p>}
      {errors.form && (
        <p className="bad-line" role="alert">
          {errors.form}
        </p>
      )}
      <FormFill columns={columns} values={values} onChange={change} errors={errors} sources={sources} narrow />
    </AppModal>
  )
}

const filled = (value: unknown) =>
  typeof value === 'string'
    ? value.trim() !== ''
    : Array.isArray(value)
      ? value.length > 0
      : value !== undefined && value !== null
