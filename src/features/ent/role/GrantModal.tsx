import { Checkbox, Form, Select } from 'antd'
import { useState } from 'react'
import type { PowerNode } from '#contract/powers.ts'
import { rolepwr, RolePower } from '#features/ent/rolepwr/rolepwr.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useSend } from '#web/api/api.ts'
import { actionName } from '#domain/rights/rightsMatrix.web.ts'
import type { RoleRow } from './useRoleActions.tsx'
import type * as z from 'zod'

export type GrantablePower = z.output<typeof RolePower> & { stt?: string }

type Props = {
  module: PowerNode
  /** Holds what one role grants of it, to be changed; undefined to add roles. */
  power: GrantablePower | undefined
  /** Lists roles that do not have it yet. */
  free: RoleRow[]
  onClose: () => void
}

/** Grants actions of one module to roles, or changes what one role has of it. */
export default function GrantModal({ module: { mdlCode, name, func }, power, free, onClose }: Props) {
  const actions = func.split(',')
  const [roleNos, setRoleNos] = useState<string[]>([])
  const [chosen, setChosen] = useState<string[]>(power?.pwrNos.filter((pwrNo) => actions.includes(pwrNo)) ?? [])
  const create = useSend(rolepwr.createmdlrolepwr, { said: () => `“${name}”已给 ${roleNos.length} 个角色` })
  const update = useSend(rolepwr.updatemdlrolepwr, { said: () => `“${power?.roleName}”的“${name}”已改` })
  const pwrNos = actions.filter((pwrNo) => chosen.includes(pwrNo))
  const done = { onSuccess: onClose }
  const save = () =>
    power ? update.mutate({ mdlCode, roleNo: power.roleNo, pwrNos }, done) : create.mutate({ mdlCode, roleNos, pwrNos }, done)
  return (
    <AppModal
      open
      width={560}
      title={power ? `修改“${power.roleName}”的“${name}”` : `把“${name}”添加到角色`}
      okText={power ? '保存' : '添加'}
      okButtonProps={{ disabled: pwrNos.length === 0 || (!power && roleNos.length === 0) }}
      cancelText="取消"
      confirmLoading={create.isPending || update.isPending}
      onOk={save}
      onCancel={onClose}
    >
      <Form layout="vertical">
        {!power && (
          <Form.Item label="角色" required>
            <Select
              mode="multiple"
              aria-label="角色"
              placeholder="请选择角色"
              showSearch={{ optionFilterProp: 'label' }}
              value={roleNos}
              onChange={setRoleNos}
              options={free.map(({ roleNo, roleName }) => ({ value: roleNo, label: roleName }))}
            />
          </Form.Item>
        )}
        <Form.Item label="操作" required>
          <Checkbox.Group
            value={chosen}
            onChange={setChosen}
            options={actions.map((pwrNo) => ({ value: pwrNo, label: actionName(pwrNo) }))}
          />
        </Form.Item>
      </Form>
    </AppModal>
  )
}
