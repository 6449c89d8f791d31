import { Alert, Input } from 'antd'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { RecordForm } from '#web/form/RecordForm.tsx'
import { FactList } from '#web/page/FactList.tsx'
import { useMay } from '#web/api/me.tsx'
import { idnt, type IdentityNode } from './idnt.contract.ts'

/** Draws the form of an identity, and whether its platform is open. */
export function IdentityForm({ identity }: { identity: IdentityNode }) {
  const may = useMay()
  const { idntNo, idntName, fixFlag } = identity
  return (
    <RecordForm call={idnt.update} record={identity} send={{ idntNo }} said={`身份“${idntName}”已修改`}>
      {fixFlag === '1' && may(idnt.update) && (
        <Alert type="info" showIcon title="内置身份：编号不能修改，不能删除。" style={{ marginBottom: 12 }} />
      )}
      <FactList items={[['身份编号', idntNo]]} />
      <Field name="idntName" />
      <Field name="entrUrl" shown={(url) => url}>
        <Input placeholder="请输入入口地址，不填则用本站" maxLength={255} />
      </Field>
      <Field name="stt" />
      <p className="grey field-hint">停用即平台未开通：登录和切换到这个身份时会提示平台暂未开通，已登录的人不受影响。</p>
      <Field name="des" />
    </RecordForm>
  )
}

type CreateProps = { above: string | null; onDone: (idntNo: string) => void; onClose: () => void }

/** Makes an identity; one below another begins with its number. */
export function CreateIdentity({ above, onDone, onClose }: CreateProps) {
  return (
    <EditModal
      title={above ? '新建下级身份' : '新建身份'}
      call={idnt.create}
      initial={{ idntNo: above ?? '' }}
      send={{ prtNo: above }}
      okText="新建"
      onDone={({ idntNo }) => onDone(idntNo)}
      onClose={onClose}
    >
      <Field name="idntNo" label={above ? `身份编号（${above} 再加三位数字）` : '身份编号（三位数字）'} autoFocus />
      <Field name="idntName" />
      <Field name="entrUrl">
        <Input placeholder="请输入入口地址，不填则用本站" maxLength={255} />
      </Field>
      <Field name="des" />
    </EditModal>
  )
}
