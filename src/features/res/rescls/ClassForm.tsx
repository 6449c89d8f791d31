import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { type ClassNode, rescls } from './rescls.contract.ts'
import { ResourceClassField } from './rescls.picker.tsx'

type Props = {
  /** Holds the one to change; without it a new one is made. */
  node?: ClassNode | undefined
  /** Holds the class above a new one. */
  above?: ClassNode | undefined
  onDone: (clsNo: string) => void
  onClose: () => void
}

/** Makes or changes a class of resources. */
export default function ClassForm({ node, above, onDone, onClose }: Props) {
  return (
    <EditModal
      title={node ? `修改“${node.clsName}”` : above ? `新建“${above.clsName}”的下级分类` : '新建分类'}
      call={node ? rescls.update : rescls.create}
      record={node}
      initial={{ prtNo: above?.clsNo ?? null, subj: above?.subj ?? null, stdyPrd: above?.stdyPrd ?? null }}
      send={node ? { clsNo: node.clsNo } : {}}
      said={node && `分类“${node.clsName}”已修改`}
      okText={node ? '保存' : '新建'}
      width={440}
      onDone={({ clsNo }) => onDone(clsNo)}
      onClose={onClose}
    >
      <Field name="clsName" autoFocus isNeeded />
      {!node && (
        <Field name="prtNo">
          <ResourceClassField clearable placeholder="没有上级，放在最上一级" />
        </Field>
      )}
      <Field name="subj" />
      <Field name="stdyPrd" />
      {node && <Field name="stt" />}
    </EditModal>
  )
}
