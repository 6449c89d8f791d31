import { useQuery } from '@tanstack/react-query'
import { Checkbox, Spin } from 'antd'
import { useState } from 'react'
import { pbcrole } from '#features/ecb/pbcrole/pbcrole.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { query, useSend } from '#web/api/api.ts'
import { Label } from '#web/api/dictionary.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { RightsMatrix } from '#domain/rights/RightsMatrix.tsx'
import type { Right } from '#contract/access.ts'
import type { PowerNode } from '#contract/powers.ts'
import { entrole } from './entrole.contract.ts'

type Enterprise = { entNo: string; entName: string; idntNo: string }

/** Draws the public roles of one enterprise, to be ticked among those of its identity. */
export function RolesOfEnterprise({ enterprise, onClose }: { enterprise: Enterprise; onClose: () => void }) {
  const { entNo, entName, idntNo } = enterprise
  const [picked, setPicked] = useState<string[]>()
  const all = useQuery(query(pbcrole.getlist, { idntNo }))
  const held = useQuery(query(role.getpbcroleexlist, { entNo }))
  const set = useSend(entrole.setpbcrole, { said: () => `“${entName}”的公共角色已设置` })
  const had = held.data?.map(({ roleNo }) => roleNo) ?? []
  const chosen = picked ?? had
  const lost = held.data?.filter(({ roleNo }) => !chosen.includes(roleNo)) ?? []
  const people = lost.reduce((sum, { empCnt }) => sum + empCnt, 0)
  const isSame = lost.length === 0 && chosen.length === had.length
  const toggle = (roleNo: string) =>
    setPicked(chosen.includes(roleNo) ? chosen.filter((one) => one !== roleNo) : [...chosen, roleNo])
  const error = all.error ?? held.error
  return (
    <AppModal
      open
      width={480}
      title={`设置“${entName}”的公共角色`}
      okText="保存"
      okButtonProps={{ disabled: !all.data || !held.data || isSame }}
      cancelText="取消"
      confirmLoading={set.isPending}
      onOk={() => set.mutate({ entNo, roleNos: chosen }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {error && <ReadFailed message={error.message} onRetry={() => void Promise.all([all.refetch(), held.refetch()])} />}
      {!error && !(all.data && held.data) && <Spin delay={200} />}
      {all.data && held.data && (
        <fieldset className="role-ticks side-scroll">
          <legend className="unseen">公共角色</legend>
          {all.data.map(({ roleNo, roleName, roleItem }) => (
            <Checkbox key={roleNo} checked={chosen.includes(roleNo)} onChange={() => toggle(roleNo)}>
              {roleName}{' '}
              <span className="grey">
                <Label type="ROLE_ITEM_PBC" value={roleItem} />
              </span>
            </Checkbox>
          ))}
        </fieldset>
      )}
      {people > 0 && <p className="remark-text">{people} 人次失去去掉的角色和它的数据范围，并需要重新登录。</p>}
    </AppModal>
  )
}

const rightsOf = (nodes: PowerNode[]): Right[] =>
  nodes.flatMap(({ mdlCode, pwrNos, items }) => [...pwrNos.map((pwrNo): Right => `${mdlCode}:${pwrNo}`), ...rightsOf(items)])

type PowersProps = { enterprise: Enterprise; roleNo: string; roleName: string; onClose: () => void }

/** Draws what a public role grants at one enterprise, within the enterprise's modules. */
export function PowersAtEnterprise({ enterprise: { entNo, entName }, roleNo, roleName, onClose }: PowersProps) {
  const { data, error, refetch } = useQuery(query(entrole.getmdltree, { entNo, roleNo }))
  return (
    <AppModal open width={900} title={`“${roleName}”在“${entName}”的权限`} footer={null} onCancel={onClose}>
      {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {data && <RightsMatrix label={`“${roleName}”的权限`} modules={data} granted={new Set(rightsOf(data))} />}
    </AppModal>
  )
}
