import { Form, Radio } from 'antd'
import type * as z from 'zod'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { ValueInput } from '#web/form/inputs/ValueInput.tsx'
import { IdentityScope } from './IdentityScope.tsx'
import { everyIdentity, pbccfg, type Setting } from './pbccfg.contract.ts'
import { ValueListField } from './ValueListField.tsx'

type Row = z.output<typeof Setting>
type Props = { record?: Row; initial?: Partial<Row>; onClose: () => void }

const fresh = { idntNo: everyIdentity, valType: 'S', ownFlag: '1', valList: null, minVal: null, maxVal: null, dftlVal: '' }

/**
 * Draws a setting: new, changed, or (`initial`) with another default for one identity. A shipped one keeps its type and limits.
 */
export default function SettingForm({ record, initial, onClose }: Props) {
  const given = record ?? initial
  const isFixed = initial !== undefined || record?.fixFlag === '1'
  const key = given && { cfgCode: given.cfgCode ?? '', ...(record && { idntNo: record.idntNo }) }
  const start = initial && { idntNo: initial.idntNo, cfgDesc: initial.cfgDesc, dftlVal: initial.dftlVal }
  return (
    <EditModal
      title={record ? `修改“${record.cfgDesc}”` : initial ? `“${initial.cfgDesc}”按身份另设默认值` : '新建参数'}
      call={record ? pbccfg.update : pbccfg.create}
      record={record}
      initial={start ?? fresh}
      send={key ?? {}}
      okText={record ? '保存' : '新建'}
      onClose={onClose}
      // Clears the value for another type, for which it is invalid.
      onFill={(changed, form) => 'valType' in changed && form.setFieldsValue({ dftlVal: changed.valType === 'B' ? '0' : '' })}
    >
      {!given && <Field name="cfgCode" autoFocus />}
      <Field name="cfgDesc" />
      {!record && (
        <Field name="idntNo">
          <IdentityScope withoutAll={initial !== undefined} />
        </Field>
      )}
      {!isFixed && <Kind />}
      <Form.Item noStyle dependencies={['valType', 'valList', 'minVal', 'maxVal', 'cfgCode']}>
        {({ getFieldsValue }) => {
          const kind = { ...fresh, cfgCode: '', ...(isFixed ? given : { ...given, ...getFieldsValue(true) }) }
          return (
            <Field name="dftlVal">
              <ValueInput kind={kind} label="默认值" />
            </Field>
          )
        }}
      </Form.Item>
      <Field name="rem" />
    </EditModal>
  )
}

/** Draws the type of its values, and whether enterprises have their own. */
function Kind() {
  return (
    <>
      <Field name="valType" />
      <Form.Item noStyle dependencies={['valType']}>
        {({ getFieldValue }) =>
          getFieldValue('valType') === 'N' ? (
            <div className="form-grid">
              <Field name="minVal" />
              <Field name="maxVal" />
            </div>
          ) : (
            ['S', 'L'].includes(getFieldValue('valType')) && (
              <Field name="valList">
                <ValueListField />
              </Field>
            )
          )
        }
      </Form.Item>
      <Field name="ownFlag">
        <Radio.Group
          options={[
            { value: '1', label: '可以' },
            { value: '0', label: '不可以，全平台统一' },
          ]}
        />
      </Field>
    </>
  )
}
