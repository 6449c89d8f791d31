import type * as z from 'zod'
import { useNotify } from '#domain/messages/composer.web.ts'
import { Status } from '#contract/fields.ts'
import { useSend } from '#web/api/api.ts'
import { FieldsModal } from '#web/form/FieldsModal.tsx'
import { formatCount } from '#web/page/format.ts'
import { useMay, useMe } from '#web/api/me.tsx'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { actingOn } from '#web/feedback/offerUndo.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { role, type RoleWithCounts } from './role.contract.ts'

export type RoleRow = z.output<typeof RoleWithCounts>
export type RoleActions = ReturnType<typeof useRoleActions>

/** Returns the actions on own roles with their dialogs. */
export function useRoleActions(onChoose: (roleNo: string | undefined) => void) {
  const may = useMay()
  const notify = useNotify()
  const me = useMe()
  const { show, ask, dialogs } = useDialogs()
  const update = useSend(role.updateselfrole)
  const remove = useSend(role.deleteselfrolemany, { said: ({ roleNos }) => `已删除 ${formatCount(roleNos.length)} 个角色` })

  const askRemove = (rows: RoleRow[], onDone: () => void) => {
    const people = rows.reduce((sum, { empCnt }) => sum + empCnt, 0)
    const mine = me.roleslist.some((held) => rows.some(({ roleNo }) => roleNo === held.roleNo))
    ask({
      title: rows.length === 1 ? `删除“${rows[0]?.roleName}”` : `删除所选 ${formatCount(rows.length)} 个角色`,
      touches: (
        <>
          <p>
            {people > 0
              ? `${formatCount(people)} 人次失去这些权限和数据范围，并需要重新登录；员工本身不受影响。`
              : '还没有员工有这个角色，不影响任何人。'}
          </p>
          {mine && <p className="bad-text">其中有你自己的角色，删除后你也需要重新登录。</p>}
          <p className="grey">删除后可以撤销，角色的权限和成员都会恢复。</p>
        </>
      ),
      verb: '删除',
      act: () =>
        remove.mutateAsync({ roleNos: rows.map(({ roleNo }) => roleNo) }).then(() => {
          onChoose(undefined)
          onDone()
        }),
    })
  }

  const setState = ({ roleNo, roleName, empCnt, ver, stt }: RoleRow) => {
    if (stt === Status.disabled)
      return void actingOn(`启用“${roleName}”`, () => update.mutateAsync({ roleNo, ver, stt: Status.enabled })).catch(() => {})
    ask({
      title: `停用“${roleName}”`,
      touches: `${formatCount(empCnt)} 名成员暂时没有这个角色的权限，成员和权限设置都保留，启用后恢复。`,
      verb: '停用',
      act: () => update.mutateAsync({ roleNo, ver, stt: Status.disabled }),
    })
  }

  const menuFor = (row: RoleRow): ActionMenu =>
    menuOf([
      may(role.updateselfrole) && {
        key: 'state',
        label: row.stt === Status.enabled ? '停用' : '启用',
        act: () => setState(row),
      },
      row.stt === Status.enabled && notify('role', [row.roleNo]),
      may(role.deleteselfrole) && { key: 'delete', label: '删除', danger: true, act: () => askRemove([row], () => {}) },
    ])
  const edit = (edited?: RoleRow) =>
    show((close) => (
      <FieldsModal
        title={edited ? '修改角色' : '新建角色'}
        call={edited ? role.updateselfrole : role.createselfrole}
        record={edited}
        initial={{ roleItem: '1' }}
        send={edited ? { roleNo: edited.roleNo } : {}}
        okText={edited ? '保存' : '新建'}
        onClose={close}
        onDone={({ roleNo }) => onChoose(roleNo)}
        fields={['roleName', 'roleItem', 'des']}
      />
    ))
  return {
    create: may(role.createselfrole) ? () => edit() : undefined,
    edit: may(role.updateselfrole) ? edit : undefined,
    remove: may(role.deleteselfrolemany) ? askRemove : undefined,
    menuOf: menuFor,
    dialogs,
  }
}
