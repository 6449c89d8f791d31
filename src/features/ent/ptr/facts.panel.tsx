import { Field } from '#web/form/Field.tsx'
import { PhoneField } from '#web/form/masked/PhoneField.tsx'

type Person = { authFlag: string; authTel: string | null }

/** Draws the facts of an existing or new guardian in a form. */
export const GuardianFields = ({ person, autoFocus = false }: { person: Person | undefined; autoFocus?: boolean }) => (
  <div className="form-grid">
    <Field name="ptrName" autoFocus={autoFocus} />
    <PhoneField person={person} />
    <Field name="idNo" />
    <Field name="sex" />
    <Field name="brth" />
  </div>
)
