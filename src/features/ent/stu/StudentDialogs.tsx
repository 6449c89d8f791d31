import { today } from '#contract/values/day.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { PhoneDialog } from '#domain/people/PhoneDialog.tsx'
import { formatCount } from '#web/page/format.ts'
import { LabelField } from './labels/LabelField.tsx'
import { StudentForm } from './StudentForm.tsx'
import StudentPhotoDialog from './photos/StudentPhotoDialog.tsx'
import { stu } from './stu.contract.ts'
import type { StudentToChange } from './student.panel.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

/** Describes several students, or one by name. */
export type Several = { stuNos: string[]; name?: string; done: () => void }

/** Describes the open dialog; a form without `stuNo` is for a new student, in the class `unitNo`. */
export type OpenedStudentDialog =
  | { kind: 'form'; stuNo?: string; unitNo?: string | undefined }
  | { kind: 'phone' | 'certify' | 'labels' | 'card' | 'face'; person: StudentToChange }
  | ({ kind: 'move' | 'manyLabels' | 'suspend' | 'transfer' } & Several)

const UnitPicker = lazyWindow(() => import('#features/ent/edcunit/pickers/unit.picker.tsx'))

type Props = {
  opened: OpenedStudentDialog
  /** Moves the students of the dialog to a class. */
  onMove: (stuNos: string[], unitNo: string) => Promise<unknown>
  onClose: () => void
}

/** Names the subject of a dialog, for its title and its notice. */
const whoOf = ({ stuNos, name }: { stuNos: string[]; name?: string }) =>
  name === undefined ? `所选 ${formatCount(stuNos.length)} 名学生` : `“${name}”`

/** Draws the dialogs of students; they are loaded when the first of them opens. */
export default function StudentDialogs({ opened, onMove, onClose }: Props) {
  switch (opened.kind) {
    case 'form':
      return <StudentForm stuNo={opened.stuNo} unitNo={opened.unitNo} onClose={onClose} />
    case 'phone':
      return (
        <PhoneDialog
          {...opened.person}
          name={opened.person.stuName}
          call={stu.updatephone}
          send={{ stuNo: opened.person.stuNo }}
          certified="改后仍算认证，请先核对新手机是本人或家长在用的。"
          onClose={onClose}
        />
      )
    case 'move':
      return (
        <UnitPicker
          open
          title={`把${whoOf(opened)}调到`}
          action="调班"
          onChoose={({ unitNo }) =>
            void onMove(opened.stuNos, unitNo)
              .then(opened.done)
              .then(onClose, () => {})
          }
          onClose={onClose}
        />
      )
    case 'certify':
      return (
        <EditModal
          title={`认证“${opened.person.stuName}”的手机`}
          call={stu.auth}
          send={{ stuNo: opened.person.stuNo }}
          okText="认证"
          said={`已认证${opened.person.stuName}的手机`}
          width={440}
          onClose={onClose}
        >
          <p className="grey">还没有登记手机。请填写学生在用的手机，核对后认证；可以和家长的手机相同。</p>
          <Field name="authTel" autoFocus />
        </EditModal>
      )
    case 'card':
    case 'face':
      return <StudentPhotoDialog student={opened.person} kind={opened.kind} onClose={onClose} />
    case 'labels':
      return (
        <EditModal
          title={`“${opened.person.stuName}”的标签`}
          call={stu.updatewts}
          record={{ wts: opened.person.wts }}
          send={{ stuNo: opened.person.stuNo }}
          okText="保存"
          said={`已修改${opened.person.stuName}的标签`}
          onClose={onClose}
        >
          <Field name="wts">
            <LabelField />
          </Field>
        </EditModal>
      )
    case 'manyLabels':
      return (
        <EditModal
          title={`给${whoOf(opened)}加减标签`}
          call={stu.bulkupdatewts}
          send={{ stuNos: opened.stuNos }}
          okText="保存"
          said={`已修改${whoOf(opened)}的标签`}
          onClose={onClose}
          onDone={opened.done}
        >
          <Field name="addWts">
            <LabelField />
          </Field>
          <Field name="delWts">
            <LabelField />
          </Field>
          <p className="grey">加上“住校”会换掉“走读”，没有选的标签不变。</p>
        </EditModal>
      )
    case 'suspend':
      return (
        <EditModal
          title={`${whoOf(opened)}休学`}
          call={stu.disable}
          send={{ stuNos: opened.stuNos }}
          okText="休学"
          said={`${whoOf(opened)}已休学`}
          width={440}
          onClose={onClose}
          onDone={opened.done}
        >
          <p className="grey">休学后仍在原班级的名册里，档案和家长都保留，随时可以复学。</p>
          <Field name="lvRsn" />
        </EditModal>
      )
    case 'transfer':
      return (
        <EditModal
          title={`${whoOf(opened)}转出`}
          call={stu.transfer}
          initial={{ lvDt: today().replaceAll('-', '') }}
          send={{ stuNos: opened.stuNos }}
          okText="转出"
          said={`${whoOf(opened)}已转出`}
          width={440}
          onClose={onClose}
          onDone={opened.done}
        >
          <p className="grey">转出后不再算在籍，不能复学；身份证号可以在别处登记。转错了可以撤销。</p>
          <Field name="lvDt" />
          <Field name="lvRsn" />
        </EditModal>
      )
  }
}
