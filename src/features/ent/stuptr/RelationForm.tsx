import { useQuery } from '@tanstack/react-query'
import { Form, type FormInstance, Input, Spin } from 'antd'
import { factsOf } from '#contract/idNumber.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { query } from '#web/api.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { useMay } from '#web/me.tsx'
import { LinkFlags, RelationField } from './LinkFields.tsx'
import { stuptr } from './stuptr.contract.ts'
import type { Linked } from './useRelationActions.tsx'

type Values = Record<string, unknown>

const fill = (changed: Values, form: FormInstance<Values>) => 'idNo' in changed && form.setFieldsValue(factsOf(changed.idNo))

/** Changes a link and, for whoever sees them, the facts of the guardian. */
export function RelationForm({ row, onClose }: { row: Linked; onClose: () => void }) {
  const may = useMay()
  const { stuNo, ptrNo } = row
  const isPerson = may(ptr.get)
  const { data: person } = useQuery({ ...query(ptr.get, { ptrNo }), enabled: isPerson, staleTime: 0 })
  if (isPerson && !person) return <Spin fullscreen delay={200} />
  const facts = person && {
    ptrName: person.ptrName,
    sex: person.sex,
    idNo: person.idNo,
    brth: person.brth,
    authTel: person.authTel,
  }
  return (
    <EditModal
      title={`修改${row.stuName}的家长${row.ptrName}`}
      call={facts ? stuptr.updatewithptr : stuptr.update}
      record={{ ...row, ...facts }}
      send={{ stuNo, ptrNo }}
      okText="保存"
      onFill={fill}
      onClose={onClose}
    >
      <RelationField stuNo={stuNo} ptrNo={ptrNo} />
      <LinkFlags />
      <Field name="prior" />
      {facts && (
        <div className="form-grid">
          <Field name="ptrName" />
          {person.authFlag === '1' ? (
            <Form.Item label="认证手机" extra="已认证，换号请用“改手机”">
              <Input disabled value={person.authTel ?? ''} aria-label="认证手机" />
            </Form.Item>
          ) : (
            <Field name="authTel" />
          )}
          <Field name="idNo" />
          <Field name="sex" />
          <Field name="brth" />
        </div>
      )}
      <Field name="rem" />
    </EditModal>
  )
}
