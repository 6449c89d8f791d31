import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useState } from 'react'
import { Status } from '#contract/fields.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { DepartmentField, useDepartments } from '#features/ent/org/org.picker.tsx'
import { role } from '#features/ent/role/role.contract.ts'
import { query } from '#web/api/api.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { AppForm } from '#web/form/AppForm.tsx'

type Chosen = { no: string; name: string }
type Props = { kind: 'org' | 'grp' | 'role'; onPick: (parts: Chosen[]) => void; onClose: () => void }

const titles = { org: '选择部门', grp: '选择员工组', role: '选择角色' }

/** Picks departments, groups or roles, whose people a message is written to. */
export default function PartsPicker({ kind, onPick, onClose }: Props) {
  const [nos, setNos] = useState<string[]>([])
  const { byNo } = useDepartments()
  const groups = useQuery({ ...query(empgrp.getlist, { stt: Status.enabled }), enabled: kind === 'grp' })
  const roles = useQuery({ ...query(role.getalllist, {}), enabled: kind === 'role' })
  const offered: Chosen[] =
    kind === 'grp'
      ? (groups.data ?? []).map(({ grpNo, grpName }) => ({ no: grpNo, name: grpName }))
      : (roles.data ?? [])
          .filter(({ stt }) => stt === Status.enabled)
          .map(({ roleNo, roleName }) => ({ no: roleNo, name: roleName }))
  const nameOf = (no: string) => byNo.get(no)?.orgName ?? offered.find((one) => one.no === no)?.name ?? no
  const pick = () => {
    onPick(nos.map((no) => ({ no, name: nameOf(no) })))
    onClose()
  }
  return (
    <AppModal
      open
      width={480}
      title={titles[kind]}
      okText={nos.length > 0 ? `添加 ${nos.length} 个` : '添加'}
      okButtonProps={{ disabled: nos.length === 0 }}
      cancelText="取消"
      onOk={pick}
      onCancel={onClose}
    >
      <AppForm layout="vertical">
        <Form.Item
          label={titles[kind].slice(2)}
          extra={kind === 'org' ? '下级部门的员工也会收到。' : '发送时在里面的员工会收到。'}
        >
          {kind === 'org' ? (
            <DepartmentField multiple value={nos} onChange={(next) => setNos([next ?? []].flat())} />
          ) : (
            <Select
              mode="multiple"
              aria-label={titles[kind].slice(2)}
              placeholder="请选择"
              optionFilterProp="label"
              value={nos}
              onChange={setNos}
              options={offered.map(({ no, name }) => ({ value: no, label: name }))}
            />
          )}
        </Form.Item>
      </AppForm>
    </AppModal>
  )
}
