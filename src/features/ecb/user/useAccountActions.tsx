import { Status } from '#contract/fields.ts'
import { useSend } from '#web/api/api.ts'
import { FieldsModal } from '#web/form/FieldsModal.tsx'
import { useMay, useMe } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { account, type Row } from './account.contract.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const AccountModal = lazyWindow(() => import('#domain/staff/AccountModal.tsx'))

const ImpersonateModal = lazyWindow(() => import('./ImpersonateModal.tsx'))

const AccountIdentities = lazyWindow(() => import('./AccountIdentities.tsx'))

/** Returns the actions on an account with their dialogs. */
export function useAccountActions() {
  const may = useMay()
  const me = useMe()
  const { show, ask, dialogs } = useDialogs()
  const [update, remove, reset, unlock] = [
    useSend(account.update),
    useSend(account.delete),
    useSend(account.resetpwd),
    useSend(account.unlock),
  ]

  const tell = (made: { name: string; pwd: string }) => show((close) => <AccountModal account={made} onClose={close} />)
  const askReset = ({ userNo, nickName }: Row) =>
    ask({
      title: `重置“${nickName}”的密码`,
      touches: '旧密码立即失效，本人会从所有设备退出。新的初始密码只显示一次，首次登录须修改。',
      verb: '重置密码',
      act: () => reset.mutateAsync({ userNo }).then(({ result }) => tell(result)),
    })
  const askDisable = ({ userNo, nickName, ver }: Row) =>
    ask({
      title: `停用“${nickName}”`,
      touches: '本人会立即退出，不能再登录任何企业；员工资料不受影响。',
      verb: '停用',
      act: () => update.mutateAsync({ userNo, ver, stt: Status.disabled }),
    })
  const askDelete = ({ userNo, nickName }: Row) =>
    ask({
      title: `删除“${nickName}”`,
      touches: '删除后不能再登录任何企业，账号和手机可以重新使用；员工资料不受影响。',
      verb: '删除',
      act: () => remove.mutateAsync({ userNo }),
    })

  const menu = (row: Row) => {
    const enabled = row.stt === Status.enabled
    const other = row.userNo !== me.no
    return menuOf([
      may(account.setidnts) && {
        key: 'identities',
        label: '身份',
        act: () => show((close) => <AccountIdentities row={row} onClose={close} />),
      },
      may(account.resetpwd) && other && { key: 'reset', label: '重置密码', act: () => askReset(row) },
      may(account.unlock) &&
        row.lockFlag === '1' && { key: 'unlock', label: '解除锁定', act: () => unlock.mutate({ userNo: row.userNo }) },
      may(account.imitate) &&
        other &&
        enabled &&
        row.idnts.length > 0 && {
          key: 'imitate',
          label: '模拟登录',
          act: () => show((close) => <ImpersonateModal row={row} onClose={close} />),
        },
      may(account.update) &&
        other && {
          key: 'state',
          label: enabled ? '停用' : '启用',
          act: () => (enabled ? askDisable(row) : update.mutate({ userNo: row.userNo, ver: row.ver, stt: Status.enabled })),
        },
      may(account.delete) && other && { key: 'delete', label: '删除', danger: true, act: () => askDelete(row) },
    ])
  }
  const edit = (row?: Row) =>
    show((close) => (
      <FieldsModal
        title={row ? '修改账号' : '新建账号'}
        call={row ? account.update : account.create}
        record={row}
        send={row ? { userNo: row.userNo } : {}}
        okText={row ? '保存' : '新建'}
        onClose={close}
        onDone={(result) => 'pwd' in result && tell(result)}
        fields={row ? ['nickName', 'authTel'] : ['name', 'nickName', 'authTel']}
      />
    ))
  return { menu, dialogs, edit, create: () => edit() }
}
