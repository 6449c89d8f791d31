import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { ResourceClassField } from '#features/res/rescls/rescls.picker.tsx'
import { res } from './res.contract.ts'
import { againWords, type Row, useIsPlace } from './resourceWords.tsx'
import './resources.css'

/** Changes what is told of a resource. */
export default function ResourceForm({ row, onClose }: { row: Row; onClose: () => void }) {
  const isPlace = useIsPlace()
  const again = againWords(row, isPlace(row.scope))
  return (
    <EditModal
      title={`编辑“${row.resName}”`}
      call={res.update}
      record={row}
      send={{ resNo: row.resNo }}
      said={`资源“${row.resName}”已修改`}
      okText="保存"
      onClose={onClose}
    >
      {again && <p className="resource-again">{again}</p>}
      <Field name="resName" autoFocus isNeeded />
      <Field name="clsNo" isNeeded>
        <ResourceClassField />
      </Field>
      <Field name="subj" />
      <Field name="stdyPrd" />
      <Field name="des" />
    </EditModal>
  )
}
