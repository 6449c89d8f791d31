import { useRef, useState } from 'react'
import { GuardianPicker } from '#features/ent/ptr/guardian.picker.tsx'
import { GuardianPhone } from '#features/ent/ptr/phone.panel.tsx'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { fillFromRelation, LinkFlags, newLink, RelationField } from './LinkFields.tsx'
import NewGuardian from './newGuardian.panel.tsx'
import { RelationForm, type LinkedRelation } from './RelationForm.tsx'
import { StudentField } from './StudentField.tsx'
import { stuptr } from './stuptr.contract.ts'

export type ChildName = { stuNo: string; stuName: string }

/** Describes the open dialog; `taken`: guardians whom the child has already. */
export type OpenedRelationDialog =
  | { kind: 'new'; student?: ChildName | undefined }
  | { kind: 'link'; student?: ChildName | undefined; taken: ReadonlySet<string> }
  | { kind: 'edit' | 'phone'; row: LinkedRelation }

type Props = { opened: OpenedRelationDialog; onClose: () => void }

/** Draws the dialogs of children and their guardians; they are loaded when the first of them opens. */
export default function RelationDialogs({ opened, onClose }: Props) {
  if (opened.kind === 'new') return <NewGuardian student={opened.student} onClose={onClose} />
  if (opened.kind === 'link') return <LinkGuardian student={opened.student} taken={opened.taken} onClose={onClose} />
  const { stuNo, ptrNo } = opened.row
  if (opened.kind === 'edit') return <RelationForm row={opened.row} onClose={onClose} />
  return <GuardianPhone person={opened.row} call={stuptr.updatephone} send={{ stuNo, ptrNo }} onClose={onClose} />
}

type LinkProps = { student: ChildName | undefined; taken: ReadonlySet<string>; onClose: () => void }

/** Links a guardian of the school with a child: first the person, then the relation. */
function LinkGuardian({ student, taken, onClose }: LinkProps) {
  const [person, setPerson] = useState<{ ptrNo: string; ptrName: string }>()
  // Remembers that somebody was picked: the picker closes itself then, and the form is open.
  const isPicked = useRef(false)
  if (!person)
    return (
      <GuardianPicker
        title={student ? `关联${student.stuName}的家长` : '关联家长'}
        verb="选定"
        taken={taken}
        onPick={async (_, [row]) => {
          isPicked.current = true
          setPerson(row)
        }}
        onClose={() => isPicked.current || onClose()}
      />
    )
  return (
    <EditModal
      title={student ? `关联${person.ptrName}和${student.stuName}` : `关联${person.ptrName}`}
      call={stuptr.create}
      initial={newLink}
      send={{ ptrNo: person.ptrNo, ...(student && { stuNo: student.stuNo }) }}
      okText="关联"
      width={480}
      onFill={fillFromRelation}
      onClose={onClose}
    >
      {!student && (
        <Field name="stuNo" label="孩子">
          <StudentField />
        </Field>
      )}
      <RelationField stuNo={student?.stuNo} ptrNo={person.ptrNo} />
      <LinkFlags />
      <Field name="rem" />
    </EditModal>
  )
}
