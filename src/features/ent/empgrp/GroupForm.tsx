import { Form } from 'antd'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { empgrp, type Group } from './empgrp.contract.ts'
import { groupUses } from './groupUses.web.ts'

/** Creates a group of employees, or changes one. */
export default function GroupForm({ group, onClose }: { group: Group | undefined; onClose: () => void }) {
  return (
    <EditModal
      title={group ? '修改员工组' : '新建员工组'}
      call={group ? empgrp.update : empgrp.create}
      record={group}
      send={group ? { grpNo: group.grpNo } : {}}
      okText={group ? '保存' : '新建'}
      onClose={onClose}
    >
      <Field name="grpName" autoFocus />
      <Field name="grpType" />
      <Use />
      <Field name="des" />
    </EditModal>
  )
}

function Use() {
  const use = groupUses[Form.useWatch<string>('grpType') ?? '']
  return use ? <p className="grey group-note">{use}</p> : null
}
