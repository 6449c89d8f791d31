import { Button, Form, type FormInstance } from 'antd'
import { useState } from 'react'
import { relationOf } from '#domain/guardians/relations.contract.ts'
import { HolderCard, useHolder } from '#features/ent/ptr/holder.panel.tsx'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { fillFromIdNo } from '#web/form/fillFromIdNo.ts'
import { fillFromRelation, LinkFlags, newLink, RelationField } from './LinkFields.tsx'
import { StudentField } from './StudentField.tsx'
import { stuptr } from './stuptr.contract.ts'

type Values = Record<string, unknown>
type Student = { stuNo: string; stuName: string }

function fill(changed: Values, form: FormInstance<Values>) {
  fillFromRelation(changed, form)
  if (typeof changed.relt === 'string' && !form.getFieldValue('idNo')) {
    const { sex } = relationOf(changed.relt)
    if (sex) form.setFieldsValue({ sex })
  }
  fillFromIdNo(changed, form)
}

/** Makes a guardian and links them with a child; who has the phone or the ID number already is offered instead. */
export default function NewGuardian({ student, onClose }: { student?: Student | undefined; onClose: () => void }) {
  // Holds whether the found person, whose number the form then holds, was confirmed to be the same one.
  const [isSame, setSame] = useState(false)
  return (
    <EditModal
      title={student ? `新建${student.stuName}的家长` : '新建家长并关联'}
      call={stuptr.createwithptr}
      initial={newLink}
      send={student ? { stuNo: student.stuNo } : {}}
      okText={isSame ? '关联' : '新建并关联'}
      onFill={(changed, form) => {
        if (form.getFieldValue('ptrNo') && ('authTel' in changed || 'idNo' in changed)) {
          setSame(false)
          form.setFieldsValue({ ptrNo: undefined, ptrName: undefined })
        }
        fill(changed, form)
      }}
      onClose={onClose}
    >
      {!student && (
        <Field name="stuNo" label="孩子">
          <StudentField />
        </Field>
      )}
      <div className="form-grid">
        <Field name="authTel" autoFocus={student !== undefined} />
        <RelationOf student={student} />
      </div>
      <Person onSame={setSame} />
      <LinkFlags />
      <Field name="rem" />
    </EditModal>
  )
}

function RelationOf({ student }: { student: Student | undefined }) {
  const chosen: unknown = Form.useWatch('stuNo')
  const stuNo = student?.stuNo ?? (typeof chosen === 'string' ? chosen : undefined)
  return <RelationField stuNo={stuNo} />
}

/** Draws the facts of a new person, or the existing person. */
function Person({ onSame }: { onSame: (isSame: boolean) => void }) {
  const form = Form.useFormInstance<Values>()
  const holder = useHolder()
  const ptrNo: unknown = Form.useWatch('ptrNo', { form, preserve: true })
  const isSame = holder !== undefined && holder.ptrNo === ptrNo
  const agree = () => {
    onSame(true)
    form.setFieldsValue({ ptrNo: holder?.ptrNo, ptrName: holder?.ptrName })
  }
  const disagree = () => {
    const field = holder?.byIdNo ? 'idNo' : 'authTel'
    onSame(false)
    form.setFieldsValue({ [field]: undefined, ptrNo: undefined, ...(isSame && { ptrName: undefined }) })
    form.focusField(field)
  }
  return (
    <>
      {holder && (
        <HolderCard holder={holder}>
          {isSame ? (
            <p>保存后直接关联，{holder.ptrName}的姓名、手机等都不改。</p>
          ) : (
            <p>是同一人就直接关联；不是的话，请核对后填另一个{holder.byIdNo ? '身份证号' : '手机'}。</p>
          )}
          <span className="row-actions">
            {!isSame && (
              <Button type="primary" size="small" onClick={agree}>
                是同一人，直接关联
              </Button>
            )}
            <Button size="small" onClick={disagree}>
              不是
            </Button>
          </span>
        </HolderCard>
      )}
      {!isSame && (
        <div className="form-grid">
          <Field name="ptrName" />
          <Field name="idNo" />
          <Field name="sex" />
          <Field name="brth" />
        </div>
      )}
    </>
  )
}
