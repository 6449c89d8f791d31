import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { useSend } from '#web/api/api.ts'
import { FieldsModal } from '#web/form/FieldsModal.tsx'
import { formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { actingOn } from '#web/feedback/offerUndo.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { pbcrole, type PublicRoleWithCount } from './pbcrole.contract.ts'

export type PublicRoleRow = z.output<typeof PublicRoleWithCount>
export type PublicRoleActions = ReturnType<typeof usePublicRoleActions>

/** Returns the actions on public roles with their dialogs. */
export function usePublicRoleActions(onChoose: (roleNo: string | undefined) => void) {
  const may = useMay()
  const { show, ask, dialogs } = useDialogs()
  const update = useSend(pbcrole.update)
  const remove = useSend(pbcrole.delete)

  const setState = ({ roleNo, roleName, entCnt, ver, stt }: PublicRoleRow) => {
    if (stt === Status.disabled)
      return void actingOn(`启用“${roleName}”`, () => update.mutateAsync({ roleNo, ver, stt: Status.enabled })).catch(() => {})
    ask({
      title: `停用“${roleName}”`,
      touches: `${formatCount(entCnt)} 个企业里有这个角色的人暂时没有它的权限；成员和权限设置都保留，启用后恢复。`,
      verb: '停用',
      act: () => update.mutateAsync({ roleNo, ver, stt: Status.disabled }),
    })
  }

  const askRemove = ({ roleNo, roleName, ver }: PublicRoleRow) =>
    ask({
      title: `删除“${roleName}”`,
      touches: '没有企业有这个角色，不影响任何人。删除后可以撤销。',
      verb: '删除',
      act: () => remove.mutateAsync({ roleNo, ver }).then(() => onChoose(undefined)),
    })

  // Leaves out deleting a role that enterprises have; these are shown where it is taken away.
  const menuFor = (row: PublicRoleRow): ActionMenu =>
    menuOf([
      may(pbcrole.update) && {
        key: 'state',
        label: row.stt === Status.enabled ? '停用' : '启用',
        act: () => setState(row),
      },
      may(pbcrole.delete) && row.entCnt === 0 && { key: 'delete', label: '删除', danger: true, act: () => askRemove(row) },
    ])
  const edit = (role?: PublicRoleRow) =>
    show((close) => (
      <FieldsModal
        title={role ? '修改公共角色' : '新建公共角色'}
        call={role ? pbcrole.update : pbcrole.create}
        record={role}
        initial={{ roleItem: '1' }}
        send={role ? { roleNo: role.roleNo } : {}}
        okText={role ? '保存' : '新建'}
        onClose={close}
        onDone={({ roleNo }) => onChoose(roleNo)}
        fields={['roleName', 'idntNo', 'roleItem', 'des']}
      />
    ))
  return {
    create: may(pbcrole.create) ? () => edit() : undefined,
    edit: may(pbcrole.update) ? edit : undefined,
    menuOf: menuFor,
    dialogs,
  }
}
