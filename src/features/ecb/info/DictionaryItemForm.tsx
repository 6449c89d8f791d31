import { Form, Select } from 'antd'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { useDictionary } from '#web/api/dictionary.tsx'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { catalogueInfo, type InfoItem } from './info.contract.ts'
import type { Type } from './types.picker.tsx'

export type DictionaryItem = z.output<typeof InfoItem>
type Props = { type: Type; types: readonly Type[]; item: DictionaryItem | undefined; onClose: () => void }

/** Makes a value of a dictionary, or changes one; of what the program itself knows only the names. */
export default function DictionaryItemForm({ type, types, item, onClose }: Props) {
  const { typeCode, charName, numName, fixFlag } = type
  return (
    <EditModal
      title={item ? `修改“${item.chnName}”` : `新建信息项：${type.chnName}`}
      call={item ? catalogueInfo.update : catalogueInfo.create}
      record={item}
      initial={{ showFlag: '1' }}
      send={item ? { typeCode, infoNo: item.infoNo } : { typeCode }}
      said={item && `信息项“${item.chnName}”已修改`}
      okText={item ? '保存' : '新建'}
      width={640}
      onClose={onClose}
    >
      <div className="form-grid">
        {!item && <Field name="infoNo" autoFocus />}
        <Field name="chnName" />
        <Field name="engName" />
        {fixFlag === '0' && (
          <>
            {charName && <Field name="charClmn" label={charName} />}
            {numName && <Field name="numClmn" label={numName} />}
            <ChildFields types={types.filter((one) => one.typeCode !== typeCode)} />
            {item && <Field name="showOrd" />}
            <Field name="showFlag" />
            {item && <Field name="stt" />}
          </>
        )}
      </div>
      <Field name="des" />
    </EditModal>
  )
}

const asOption = ({ typeCode, chnName }: Type) => ({ value: typeCode, label: chnName })

// Draws the choice of the dictionary that the value leads on to, and of the place in it.
function ChildFields({ types }: { types: readonly Type[] }) {
  const form = Form.useFormInstance()
  const chosen: string | null | undefined = Form.useWatch('chdTypeCode', form)
  const items = useDictionary(chosen ?? undefined)
  return (
    <>
      <Field name="chdTypeCode">
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="没有下级"
          options={types.filter(({ typeCode, stt }) => stt === Status.enabled || typeCode === chosen).map(asOption)}
          onChange={() => form.setFieldValue('chdInfoNo', null)}
        />
      </Field>
      {chosen && (
        <Field name="chdInfoNo">
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="没有默认下级"
            options={items.flatMap(({ infoNo, chnName, showFlag }) =>
              showFlag === '1' ? { value: infoNo, label: chnName } : [],
            )}
          />
        </Field>
      )}
    </>
  )
}
