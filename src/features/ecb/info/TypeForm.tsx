import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { catalogueInfo } from './info.contract.ts'
import type { Type } from './types.picker.tsx'

type Props = { type?: Type; onDone?: (typeCode: string) => void; onClose: () => void }

/** Makes a dictionary, or changes what it is called. */
export default function TypeForm({ type, onDone, onClose }: Props) {
  return (
    <EditModal
      title={type ? `修改“${type.chnName}”` : '新建类型'}
      call={type ? catalogueInfo.updatetype : catalogueInfo.createtype}
      record={type}
      send={type ? { typeCode: type.typeCode } : {}}
      said={type && `类型“${type.chnName}”已修改`}
      okText={type ? '保存' : '新建'}
      onDone={({ typeCode }) => onDone?.(typeCode)}
      onClose={onClose}
    >
      {!type && <Field name="typeCode" label="类型编码（大写字母、数字、下划线）" autoFocus />}
      <div className="form-grid">
        <Field name="chnName" />
        <Field name="engName" />
        {type?.fixFlag !== '1' && (
          <>
            <Field name="charName" label="字符列名（不填则没有这一列）" />
            <Field name="numName" label="数值列名（不填则没有这一列）" />
          </>
        )}
      </div>
      <Field name="des" />
    </EditModal>
  )
}
