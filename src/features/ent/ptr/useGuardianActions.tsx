import { Button } from 'antd'
import { type ReactNode } from 'react'
import { NotifyButton } from '#domain/messages/NotifyButton.tsx'
import { Status } from '#contract/fields.ts'
import { stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import { useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { LastGuardian } from './LastGuardian.tsx'
import { ptr } from './ptr.contract.ts'
import type { OpenedGuardianDialog, GuardianToChange } from './GuardianDialogs.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const GuardianDialogs = lazyWindow(() => import('./GuardianDialogs.tsx'))

const nothing = () => {}

/** Returns the actions on one guardian or several: menus, buttons and their dialogs. */
export function useGuardianActions({ onGone }: { onGone: () => void }) {
  const may = useMay()
  const { show, ask, dialogs } = useDialogs()
  const open = (opened: OpenedGuardianDialog) => show((close) => <GuardianDialogs opened={opened} onClose={close} />)
  const enable = useSend(ptr.enable, { said: ({ ptrNos }) => `已启用 ${formatCount(ptrNos.length)} 位家长` })
  const disable = useSend(ptr.disable, { said: ({ ptrNos }) => `已停用 ${formatCount(ptrNos.length)} 位家长` })
  const remove = useSend(ptr.delete)
  const certify = useSend(ptr.auth)

  const askDisable = (ptrNos: string[], name: string, finish = nothing) =>
    ask({
      title: `停用${name}`,
      touches: '停用后学校不再联系这位家长；和孩子的关系、档案都保留，随时可以启用。',
      verb: '停用',
      act: () => disable.mutateAsync({ ptrNos }).then(() => finish()),
    })

  const askDelete = ({ ptrNo, ptrName }: GuardianToChange) =>
    ask({
      title: `删除“${ptrName}”`,
      touches: <LastGuardian ptrNo={ptrNo} />,
      verb: '删除',
      act: () => remove.mutateAsync({ ptrNo }).then(onGone),
    })

  const askCertify = ({ ptrNo, ptrName, authTel }: GuardianToChange) =>
    ask({
      title: `认证“${ptrName}”的手机`,
      touches: `请先核对手机 ${authTel} 是本人在用的。在本校还没有账号的，会建立账号并显示一次初始密码。`,
      verb: '认证',
      isHarmless: true,
      act: () => certify.mutateAsync({ ptrNo }).then(({ result }) => result && open({ kind: 'account', account: result })),
    })

  const changePhone = (person: GuardianToChange) => open({ kind: 'phone', person })

  const moreOf = (person: GuardianToChange) => {
    const { ptrNo, ptrName, stt, authFlag } = person
    const isOn = stt === Status.enabled
    return menuOf([
      may(ptr.update) && { key: 'edit', label: '修改', act: () => open({ kind: 'form', ptrNo }) },
      may(ptr.auth) && isOn && authFlag === '0' && { key: 'certify', label: '认证', act: () => askCertify(person) },
      may(ptr.disable) && {
        key: 'state',
        label: isOn ? '停用' : '启用',
        act: () => (isOn ? askDisable([ptrNo], `“${ptrName}”`) : enable.mutate({ ptrNos: [ptrNo] })),
      },
      may(ptr.delete) && { key: 'delete', label: '删除', danger: true, act: () => askDelete(person) },
    ])
  }

  const bulk = (ptrNos: string[], done: () => void, onExport: () => void): ReactNode => (
    <>
      {may(ptr.enable) && <Button onClick={() => enable.mutate({ ptrNos }, { onSuccess: done })}>启用</Button>}
      {may(ptr.disable) && (
        <Button onClick={() => askDisable(ptrNos, `所选 ${formatCount(ptrNos.length)} 位家长`, done)}>停用</Button>
      )}
      <NotifyButton kind="ptr" nos={ptrNos} />
      {may(ptr.export) && <Button onClick={onExport}>导出所选</Button>}
    </>
  )

  return {
    moreOf,
    changePhone: may(ptr.updatephone) ? changePhone : undefined,
    bulk: may(ptr.disable) || may(ptr.export) ? bulk : undefined,
    show,
    dialogs,
    create: may(ptr.create) ? () => open({ kind: 'form' }) : undefined,
    createWithChild: may(stuptr.createwithptr) ? () => open({ kind: 'child' }) : undefined,
  }
}
