import { Button, Input, Space, Switch } from 'antd'
import { Status } from '#contract/fields.ts'
import { Field } from '#web/form/Field.tsx'
import { RecordForm } from '#web/form/RecordForm.tsx'
import type { ModuleDraft } from '#domain/rights/MenuPreview.tsx'
import { isGroup } from '#domain/rights/moduleTree.web.ts'
import { ownMdl, ownModuleCode, type OwnModuleNode } from './mdl.contract.ts'

type Props = { module: OwnModuleNode; onChange: (draft: ModuleDraft) => void }

/** Draws the enterprise's own name of a module, and whether it uses it. */
export function OwnModuleForm({ module, onChange }: Props) {
  const { mdlCode, mdlName, baseName } = module
  return (
    <RecordForm
      call={ownMdl.update}
      record={module}
      send={{ mdlCode }}
      said={`模块“${mdlName}”已修改`}
      onChange={(values) => onChange({ ...values, mdlCode })}
    >
      <Field name="mdlName">
        <NameInput baseName={baseName} />
      </Field>
      <Field name="mdlDesc" />
      {module.baseSect === '1' && (
        <Field name="sect" label="合并成一个菜单项">
          <SectionSwitch />
        </Field>
      )}
      {isGroup(module) ? (
        <p className="grey">这是分组，里面有显示的模块时它就显示。</p>
      ) : mdlCode === ownModuleCode ? (
        <p className="grey">这就是当前页面，不能关闭，否则无法再打开它。</p>
      ) : (
        <Field name="stt" label="显示">
          <ShownSwitch />
        </Field>
      )}
    </RecordForm>
  )
}

type NameProps = { baseName: string; value?: string | null; onChange?: (value: string) => void; id?: string }

function NameInput({ baseName, value, onChange, id }: NameProps) {
  const isOwn = (value ?? '') !== baseName
  return (
    <>
      <Space.Compact block>
        <Input
          {...(id && { id })}
          value={value ?? ''}
          maxLength={30}
          placeholder={`请输入名称，原名 ${baseName}`}
          onChange={({ target }) => onChange?.(target.value)}
        />
        {isOwn && <Button onClick={() => onChange?.(baseName)}>恢复原名</Button>}
      </Space.Compact>
      {isOwn && <div className="grey">原名 {baseName}</div>}
    </>
  )
}

type SwitchProps = { value?: string; onChange?: (value: string) => void; id?: string }

function SectionSwitch({ value, onChange, id }: SwitchProps) {
  const isOn = value === '1'
  return (
    <Space>
      <Switch {...(id && { id })} checked={isOn} onChange={(on) => onChange?.(on ? '1' : '0')} />
      <span className="grey">{isOn ? '其中的模块在页面上用页签切换' : '其中的模块各占一个菜单项'}</span>
    </Space>
  )
}

function ShownSwitch({ value, onChange, id }: SwitchProps) {
  const isShown = value === Status.enabled
  return (
    <Space>
      <Switch {...(id && { id })} checked={isShown} onChange={(on) => onChange?.(on ? Status.enabled : Status.disabled)} />
      <span className="grey">
        {isShown ? '本单位的人按权限看到它' : '关闭后本单位所有人都看不到、用不了它，角色里的权限保留'}
      </span>
    </Space>
  )
}
