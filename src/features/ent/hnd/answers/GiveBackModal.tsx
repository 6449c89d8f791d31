import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { TextInput } from '#web/form/inputs/TextInput.tsx'
import { hnd } from '../hnd.contract.ts'

type Props = { one: { hndNo: string; toNo: string; name: string }; onClose: () => void; onDone: () => void }

/** Gives an answer back to whoever wrote it, with a word why. */
export function GiveBackModal({ one: { hndNo, toNo, name }, onClose, onDone }: Props) {
  return (
    <EditModal
      title={`退回${name}的答卷`}
      call={hnd.giveback}
      record={undefined}
      send={{ hndNo, toNo }}
      okText="退回"
      onClose={onClose}
      onDone={onDone}
    >
      <p>退回后变为未填，原来填的内容留给填写人接着改，并通知他重新填写。</p>
      <Field name="why">
        <TextInput lines={3} maxLength={200} placeholder="写给填写人看：哪里要改，如“电话少一位”" />
      </Field>
    </EditModal>
  )
}
