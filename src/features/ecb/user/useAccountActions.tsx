import { useState } from 'react'
import { Status } from '#contract/fields.ts'
import { AccountModal } from '#domain/staff/AccountModal.tsx'
import { useSend } from '#web/api/api.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { useMay, useMe } from '#web/api/me.tsx'
import { menuOf } from '#web/list/columns/menuOf.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { account, type Row } from './account.contract.ts'
import { AccountIdentities } from './AccountIdentities.tsx'
import { ImitateModal } from './ImitateModal.tsx'

type Opened = { kind: 'form'; row?: Row } | { kind: 'identities' | 'imitate'; row: Row }

/** What can be done with an account, and the dialogs that it opens. */
export function useAccountActions() {
  const may = useMay()
  const me = useMe()
  const [open, setOpen] = useState<Opened>()
  const [shown, setShown] = useState<{ name: string; pwd: string }>()
  const { ask, dialog } = useConfirm()
  const [update, remove, reset, unlock] = [
    useSend(account.update),
    useSend(account.delete),
    useSend(account.resetpwd),
    useSend(account.unlock),
  ]

  const askReset = ({ userNo, nickName }: Row) =>
    ask({
      title: `重置“${nickName}”的密码`,
      touches: '旧密码立即失效，本人会从所有设备退出。新的初始密码只显示一次，首次登录须修改。',
      verb: '重置密码',
      act: () => reset.mutateAsync({ userNo }).then(({ result }) => setShown(result)),
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
      may(account.setidnts) && { key: 'identities', label: '身份', act: () => setOpen({ kind: 'identities', row }) },
      may(account.resetpwd) && other && { key: 'reset', label: '重置密码', act: () => askReset(row) },
      may(account.unlock) &&
        row.lockFlag === '1' && { key: 'unlock', label: '解除锁定', act: () => unlock.mutate({ userNo: row.userNo }) },
      may(account.imitate) &&
        other &&
        enabled &&
        row.idnts.length > 0 && { key: 'imitate', label: '模拟登录', act: () => setOpen({ kind: 'imitate', row }) },
      may(account.update) &&
        other && {
          key: 'state',
          label: enabled ? '停用' : '启用',
          act: () => (enabled ? askDisable(row) : update.mutate({ userNo: row.userNo, ver: row.ver, stt: Status.enabled })),
        },
      may(account.delete) && other && { key: 'delete', label: '删除', danger: true, act: () => askDelete(row) },
    ])
  }

  const close = () => setOpen(undefined)
  const dialogs = (
    <>
      {open?.kind === 'form' && (
        <EditModal
          title={open.row ? '修改账号' : '新建账号'}
          call={open.row ? account.update : account.create}
          record={open.row}
          send={open.row ? { userNo: open.row.userNo } : {}}
          okText={open.row ? '保存' : '新建'}
          onClose={close}
          onDone={(result) => 'pwd' in result && setShown(result)}
        >
          {!open.row && <Field name="name" autoFocus />}
          <Field name="nickName" />
          <Field name="authTel" />
        </EditModal>
      )}
      {open?.kind === 'identities' && <AccountIdentities row={open.row} onClose={close} />}
      {open?.kind === 'imitate' && <ImitateModal row={open.row} onClose={close} />}
      {shown && <AccountModal account={shown} onClose={() => setShown(undefined)} />}
      {dialog}
    </>
  )
  return { menu, dialogs, edit: (row: Row) => setOpen({ kind: 'form', row }), create: () => setOpen({ kind: 'form' }) }
}
