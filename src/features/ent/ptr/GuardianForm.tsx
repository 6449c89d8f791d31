import { useQuery } from '@tanstack/react-query'
import { Form, type FormInstance, Input } from 'antd'
import { factsOf } from '#contract/idNumber.ts'
import { query } from '#web/api.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { HolderCard, useHolder } from './holder.panel.tsx'
import { ptr } from './ptr.contract.ts'

type Values = Record<string, unknown>

/** An ID number fills in what it tells. */
const fillFromIdNo = (changed: Values, form: FormInstance<Values>) =>
  'idNo' in changed && form.setFieldsValue(factsOf(changed.idNo))

/** Creates a guardian without a child yet, or changes one. */
export function GuardianForm({ ptrNo, onClose }: { ptrNo?: string | undefined; onClose: () => void }) {
  const { data: record } = useQuery({ ...query(ptr.get, { ptrNo: ptrNo ?? '' }), enabled: ptrNo !== undefined, staleTime: 0 })
  if (ptrNo && !record) return null
  return (
    <EditModal
      title={record ? `修改${record.ptrName}` : '新建家长'}
      call={record ? ptr.update : ptr.create}
      record={record}
      send={record ? { ptrNo: record.ptrNo } : {}}
      okText={record ? '保存' : '新建'}
      onFill={fillFromIdNo}
      onClose={onClose}
    >
      <div className="form-grid">
        <Field name="ptrName" autoFocus />
        {record?.authFlag === '1' ? (
          <Form.Item label="认证手机" extra="已认证，换号请用“改手机”">
            <Input disabled value={record.authTel ?? ''} aria-label="认证手机" />
          </Form.Item>
        ) : (
          <Field name="authTel" />
        )}
        <Field name="idNo" />
        <Field name="sex" />
        <Field name="brth" />
      </div>
      <Known except={ptrNo} />
      <Field name="rem" />
    </EditModal>
  )
}

function Known({ except }: { except: string | undefined }) {
  const holder = useHolder()
  if (!holder || holder.ptrNo === except) return null
  return (
    <HolderCard holder={holder}>
      <p>同一个手机或身份证号只登记一位家长，请在列表里找到{holder.ptrName}再改。</p>
    </HolderCard>
  )
}
