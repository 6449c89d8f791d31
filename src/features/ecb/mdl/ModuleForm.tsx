import { Alert, Form, Input } from 'antd'
import { Fragment } from 'react'
import { Label } from '#web/api/dictionary.tsx'
import { Field } from '#web/form/Field.tsx'
import { RecordForm } from '#web/form/RecordForm.tsx'
import { useMay } from '#web/api/me.tsx'
import { ModuleIcon } from '#web/theme/icons.tsx'
import { FactList } from '#web/page/FactList.tsx'
import type { ModuleDraft } from '#domain/rights/MenuPreview.tsx'
import { IconField } from './IconField.tsx'
import { mdl, type ModuleNode } from './mdl.contract.ts'
import { openingWords } from './openingWords.tsx'
import { PowerBoxes } from './PowerBoxes.tsx'

export const funcHint = '按权限显示给人要有“详情”；一项也不选，开通它的企业里人人可见。'

type Props = { module: ModuleNode; onChange: (draft: ModuleDraft) => void }

/** Draws the form of a module: how it looks in the menu, where it leads, what can be permitted on it. */
export function ModuleForm({ module, onChange }: Props) {
  const may = useMay()
  const { mdlCode, tmlType, fixFlag, items, url, urlType, openType } = module
  const isBuiltIn = fixFlag === '1'
  return (
    <RecordForm
      call={mdl.update}
      record={module}
      send={{ mdlCode }}
      said={`模块“${module.mdlName}”已修改`}
      onChange={(values) => onChange({ ...values, mdlCode })}
    >
      {isBuiltIn && may(mdl.update) && (
        <Alert type="info" showIcon title="内置模块：编码和地址不能修改，不能删除。" style={{ marginBottom: 12 }} />
      )}
      <h2 className="section-title">名称与图标</h2>
      <div className="form-grid">
        <Field name="mdlName" />
        <Field name="picPath" shown={(name) => <ModuleIcon name={name} />}>
          <IconField />
        </Field>
      </div>
      <Field name="mdlDesc" />
      <Field name="stt" />
      <h2 className="section-title">地址与权限</h2>
      {isBuiltIn ? (
        <FactList
          items={[
            ['编码', mdlCode],
            ['地址', url ?? '分组，没有地址'],
            Boolean(url) && [
              '打开方式',
              <Fragment key="opening">
                <Label type="URL_TYPE" value={urlType} />，<Label type="OPEN_TYPE" value={openType} />
              </Fragment>,
            ],
          ]}
        />
      ) : (
        <>
          <FactList items={[['编码', mdlCode]]} />
          {items.length === 0 && <AddressFields />}
        </>
      )}
      {(url ?? null) !== null && (
        <>
          <Field name="func">
            <PowerBoxes tmlType={tmlType} />
          </Field>
          <p className="grey field-hint">{funcHint}</p>
        </>
      )}
      <Field name="idntNo" />
      <p className="grey field-hint">不选则适用全部身份；只能开通给适用的企业。</p>
      <Field name="rem" />
    </RecordForm>
  )
}

/** Draws the fields of a module's address; without one it is a group. */
export function AddressFields() {
  const form = Form.useFormInstance()
  const { url, urlType, openType } = (Form.useWatch([], { form, preserve: true }) ?? {}) as Partial<ModuleNode>
  return (
    <>
      <Field name="url" shown={(url) => url}>
        <Input placeholder="请输入地址，不填则是分组" maxLength={255} />
      </Field>
      <div className="form-grid">
        <Field name="urlType" />
        <Field name="openType" />
      </div>
      {url && urlType && openType && <p className="grey field-hint">{openingWords({ mdlCode: '', url, urlType, openType })}</p>}
    </>
  )
}
