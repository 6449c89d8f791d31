import { useQuery } from '@tanstack/react-query'
import { Checkbox, Spin } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { levelsOf, type Role, role } from '#features/ent/role/role.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { query, useSend } from '#web/api/api.ts'
import { Label } from '#web/api/dictionary.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { emprole } from './emprole.contract.ts'

type Props = { person: { empNo: string; empName: string }; onClose: () => void }

/** Draws the roles of one person, to be ticked. */
export function RolesOfPerson({ person: { empNo, empName }, onClose }: Props) {
  const [picked, setPicked] = useState<string[]>()
  const roles = useQuery(query(role.getalllist, {}))
  const held = useQuery(query(emprole.getlist, { empNo }))
  const set = useSend(emprole.set, { said: () => `“${empName}”的角色已设置` })
  const had = held.data?.map(({ roleNo }) => roleNo) ?? []
  const chosen = picked ?? had
  const lost = had.filter((roleNo) => !chosen.includes(roleNo))
  const isSame = lost.length === 0 && chosen.length === had.length
  // Offers a disabled role only to those who have it.
  const offered = roles.data?.filter(({ roleNo, stt }) => stt === Status.enabled || had.includes(roleNo))
  const toggle = (roleNo: string) =>
    setPicked(chosen.includes(roleNo) ? chosen.filter((one) => one !== roleNo) : [...chosen, roleNo])
  const error = roles.error ?? held.error
  const isRead = offered && held.data
  return (
    <AppModal
      open
      width={480}
      title={`设置“${empName}”的角色`}
      okText="保存"
      okButtonProps={{ disabled: !isRead || isSame }}
      cancelText="取消"
      confirmLoading={set.isPending}
      onOk={() => set.mutate({ empNo, roleNos: chosen }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {error && !isRead && (
        <ReadFailed message={error.message} onRetry={() => void Promise.all([roles.refetch(), held.refetch()])} />
      )}
      {!error && !isRead && <Spin delay={200} />}
      {isRead && (
        <div className="side-scroll stack">
          <Group
            title="自定义角色"
            roles={offered.filter(({ roleType }) => roleType === '1')}
            chosen={chosen}
            onToggle={toggle}
          />
          <Group title="公共角色" roles={offered.filter(({ roleType }) => roleType === '2')} chosen={chosen} onToggle={toggle} />
          {offered.length === 0 && <EmptyState hint="还没有角色" />}
        </div>
      )}
      {lost.length > 0 && <p className="remark-text">去掉的角色连同它的数据范围一起移除，本人需要重新登录。</p>}
    </AppModal>
  )
}

type GroupProps = { title: string; roles: z.output<typeof Role>[]; chosen: string[]; onToggle: (roleNo: string) => void }

function Group({ title, roles, chosen, onToggle }: GroupProps) {
  return (
    roles.length > 0 && (
      <fieldset className="role-ticks">
        <legend>{title}</legend>
        {roles.map((row) => (
          <Checkbox key={row.roleNo} checked={chosen.includes(row.roleNo)} onChange={() => onToggle(row.roleNo)}>
            {row.roleName}{' '}
            <span className="grey">
              <Label type={levelsOf(row)} value={row.roleItem} />
            </span>
            {row.stt === Status.disabled && <span className="tag off">停用</span>}
          </Checkbox>
        ))}
      </fieldset>
    )
  )
}
