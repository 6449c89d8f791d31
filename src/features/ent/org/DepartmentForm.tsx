import { Form } from 'antd'
import { useState } from 'react'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { LeaderField } from './LeaderField.tsx'
import { org } from './org.contract.ts'
import { DepartmentField } from './org.picker.tsx'
import { useDepartment } from './useDepartment.tsx'
import type { DepartmentPlace } from './useDepartmentTree.tsx'

type Props = {
  /** Holds the one to change; without it a new one is made. */
  department?: DepartmentPlace | undefined
  /** Holds the department above a new one. */
  above?: DepartmentPlace | undefined
  onDone: (orgNo: string) => void
  onClose: () => void
}

/** Makes or changes a department. */
export default function DepartmentForm({ department, above, onDone, onClose }: Props) {
  const kept = useDepartment(department?.orgNo)
  const [leads, setLeads] = useState(false)
  if (department && !kept) return null
  const leaders = department?.leaders ?? []
  const leadEmpNos = leaders.map(({ empNo }) => empNo)
  // Sends the leaders only where they may be changed.
  const change = leads ? org.updateandleademp : org.update
  return (
    <EditModal
      title={kept ? `修改“${kept.orgName}”` : above ? `新建“${above.orgName}”的下级部门` : '新建部门'}
      call={kept ? change : org.create}
      record={kept && { ...kept, leadEmpNos }}
      initial={{ prtNo: above?.orgNo ?? null, leadEmpNos: [] }}
      send={kept ? { orgNo: kept.orgNo } : {}}
      said={kept && `部门“${kept.orgName}”已修改`}
      okText={kept ? '保存' : '新建'}
      onFill={(changed) => 'leadEmpNos' in changed && setLeads(true)}
      onDone={(result) => onDone(result.orgNo)}
      onClose={onClose}
    >
      <Field name="orgName" autoFocus />
      {!kept && (
        <Field name="prtNo">
          <DepartmentField placeholder="没有上级，放在最上一级" />
        </Field>
      )}
      <Field name="tel" />
      <Form.Item name="leadEmpNos" label="负责人" extra="不在部门里的人选为负责人后，会加入这个部门。">
        <LeaderField known={leaders} />
      </Form.Item>
      {kept && <Field name="stt" />}
      <Field name="rem" />
    </EditModal>
  )
}
