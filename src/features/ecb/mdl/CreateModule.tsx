import { Form, Select } from 'antd'
import { actions } from '#contract/access.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { isGroup, modulesOf } from '#domain/rights/moduleTree.web.ts'
import { moduleDepthLimit, mdl, type ModuleNode, OpenType, UrlType } from './mdl.contract.ts'
import { AddressFields, funcHint } from './ModuleForm.tsx'
import { PowerBoxes } from './PowerBoxes.tsx'

type Props = {
  tmlType: string
  nodes: ModuleNode[]
  above: string | null
  onDone: (mdlCode: string) => void
  onClose: () => void
}

/** Makes a module of one terminal; what else is to be said of it follows in its form. */
export default function CreateModule({ tmlType, nodes, above, onDone, onClose }: Props) {
  const groups = [...modulesOf(nodes).values()].filter((one) => isGroup(one) && one.lvl < moduleDepthLimit)
  return (
    <EditModal
      title="新建模块"
      call={mdl.create}
      initial={{ prtCode: above, urlType: UrlType.own, openType: OpenType.tab, func: actions.view }}
      send={{ tmlType }}
      said="模块已新建，在“模块开通”中开通给企业"
      okText="新建"
      onDone={({ mdlCode }) => onDone(mdlCode)}
      onClose={onClose}
    >
      <div className="form-grid">
        <Field name="mdlCode" autoFocus />
        <Field name="mdlName" />
      </div>
      <Field name="prtCode">
        <Select
          allowClear
          placeholder="没有上级，放在最上一级"
          options={groups.map(({ mdlCode, mdlName }) => ({ value: mdlCode, label: mdlName }))}
        />
      </Field>
      <AddressFields />
      <PowerField tmlType={tmlType} />
    </EditModal>
  )
}

// Draws the actions of a module with an address; a group has none.
function PowerField({ tmlType }: { tmlType: string }) {
  const url: string | null | undefined = Form.useWatch('url')
  if (!url) return null
  return (
    <>
      <Field name="func">
        <PowerBoxes tmlType={tmlType} />
      </Field>
      <p className="grey field-hint">{funcHint}</p>
    </>
  )
}
