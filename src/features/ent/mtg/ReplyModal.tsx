import type { Column, Values } from '#contract/form/column.ts'
import { AppModal } from '#web/AppModal.tsx'
import { FormRead } from '#web/forms/FormRead.tsx'
import { useFormSources } from '#web/forms/useFormSources.tsx'

type Props = { man: { manName: string; vals: Values | null }; columns: Column[]; onClose: () => void }

/** What an attendee answered in the meeting's form. */
export function ReplyModal({ man, columns, onClose }: Props) {
  const { choices } = useFormSources()
  return (
    <AppModal open title={`${man.manName}的回执`} width={560} footer={null} onCancel={onClose}>
      <FormRead columns={columns} values={man.vals ?? {}} choices={choices} />
    </AppModal>
  )
}
