import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/api.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { fillFromIdNo } from '#web/form/fillFromIdNo.ts'
import { PhoneField } from '#web/form/masked/PhoneField.tsx'
import { ClassField } from './ClassField.tsx'
import { LabelField } from './labels/LabelField.tsx'
import { SimilarHint } from './write/SimilarHint.tsx'
import { stu } from './stu.contract.ts'
import { splitLabels } from '#domain/students/stu.labels.contract.ts'
import { useLabels } from './labels/useLabels.tsx'
import { useStudentPlaces } from './list/useStudentPlaces.tsx'

type Props = { stuNo?: string | undefined; unitNo?: string | undefined; onClose: () => void }

/** Creates a student, in the class that is chosen beside, or changes one. */
export function StudentForm({ stuNo, unitNo, onClose }: Props) {
  const { data: record } = useQuery({ ...query(stu.get, { stuNo: stuNo ?? '' }), enabled: stuNo !== undefined, staleTime: 0 })
  const { byNo } = useStudentPlaces()
  const { nameOf } = useLabels()
  if (stuNo && !record) return null
  return (
    <EditModal
      title={record ? `修改${record.stuName}` : '新建学生'}
      call={record ? stu.update : stu.create}
      record={record}
      initial={unitNo ? { unitNo } : {}}
      send={record ? { stuNo: record.stuNo } : {}}
      okText={record ? '保存' : '新建'}
      width={720}
      onFill={fillFromIdNo}
      words={{
        unitNo: (no) => byNo.get(String(no))?.path ?? String(no),
        wts: (wts) =>
          splitLabels(wts as string | null)
            .map(nameOf)
            .join('、'),
      }}
      onClose={onClose}
    >
      <div className="form-grid">
        <Field name="stuName" autoFocus />
        <Field name="unitNo">
          <ClassField />
        </Field>
        <Field name="idNo" />
        <Field name="stdyNo" />
        <Field name="sex" />
        <Field name="brth" />
        <PhoneField person={record} />
      </div>
      <SimilarHint stuNo={stuNo} />
      <Field name="wts">
        <LabelField />
      </Field>
      <Field name="rem" />
    </EditModal>
  )
}
