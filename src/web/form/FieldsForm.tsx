import type { Call } from '#contract/call.ts'
import { EditModal, type EditModalProps } from './EditModal.tsx'
import { Field } from './Field.tsx'

// Takes the fields of each call where a window makes one of two.
type FieldOf<C extends Call> = (C extends Call ? keyof C['input']['shape'] : never) & string

export type FieldsModalProps<C extends Call> = Omit<EditModalProps<C>, 'children'> & {
  /** Lists the fields in their order; the first one has the focus. */
  fields: readonly FieldOf<C>[]
}

/** Creates or edits one record by plain fields, each with the control that its contract asks for. */
export default function FieldsForm<C extends Call>({ fields, ...props }: FieldsModalProps<C>) {
  return (
    <EditModal {...props}>
      {fields.map((name, at) => (
        <Field key={name} name={name} autoFocus={at === 0} />
      ))}
    </EditModal>
  )
}
