import { Button } from 'antd'
import { type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { NotifyButton } from '#domain/messages/NotifyButton.tsx'
import { Status } from '#contract/fields.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { emprole } from '#features/ent/emprole/emprole.contract.ts'
import { entcfg } from '#contract/shell/entcfg.contract.ts'
import { emppwr } from '#features/ent/emppwr/emppwr.contract.ts'
import { reason } from '#features/ent/reason/reason.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { emp } from './emp.contract.ts'
import { Holdings } from './Holdings.tsx'
import type { PhotographedEmployee } from './photos/PhotoModal.tsx'
import type { OpenedEmployeeDialog } from './EmployeeDialogs.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const Viewers = lazyWindow(() => import('#features/ent/reason/viewers.panel.tsx'))
const EmployeeDialogs = lazyWindow(() => import('./EmployeeDialogs.tsx'))

export type EmployeeMenu = (person: PhotographedEmployee) => ActionMenu

const nothing = () => {}

/** Returns the actions on one employee or several: menus, buttons and their dialogs. */
export function useEmployeeActions({ onGone }: { onGone: () => void }) {
  const may = useMay()
  const navigate = useNavigate()
  const { show, ask, dialogs } = useDialogs()
  const { data: faces } = useQuery(query(entcfg.getcurval, { cfgCode: 'FACE_ON' }))
  const enable = useSend(emp.enable, { said: ({ datas }) => `已启用 ${formatCount(datas.length)} 名员工` })
  const disable = useSend(emp.disable, { said: ({ datas }) => `已停用 ${formatCount(datas.length)} 名员工` })
  const remove = useSend(emp.delete)
  const certify = useSend(emp.auth)

  const open = (opened: OpenedEmployeeDialog) => show((close) => <EmployeeDialogs opened={opened} onClose={close} />)
  const askDisable = (empNos: string[], name: string, finish = nothing) =>
    ask({
      title: `停用${name}`,
      touches: <Holdings empNos={empNos} />,
      verb: '停用',
      act: () => disable.mutateAsync({ datas: empNos }).then(() => finish()),
    })

  const askDelete = ({ empNo, empName }: PhotographedEmployee) =>
    ask({
      title: `删除“${empName}”`,
      touches: '删除后不再出现在任何列表里，也不能登录本单位；工号、身份证号和手机可以重新使用。',
      verb: '删除',
      act: () => remove.mutateAsync({ empNo }).then(onGone),
    })

  const askCertify = ({ empNo, empName, authTel }: PhotographedEmployee) =>
    ask({
      title: `认证“${empName}”的手机`,
      touches: `请先核对手机 ${authTel} 是本人在用的。认证后可以用这个手机登录；在本单位还没有账号的，会建立账号并显示一次初始密码。`,
      verb: '认证',
      isHarmless: true,
      act: () => certify.mutateAsync({ empNo }).then(({ result }) => result && open({ kind: 'account', account: result })),
    })

  const menuFor: EmployeeMenu = (person) => {
    const { empNo, empName, stt, authFlag } = person
    const enabled = stt === Status.enabled
    return menuOf([
      may(emp.updatephone) && { key: 'phone', label: '改手机', act: () => open({ kind: 'phone', person }) },
      may(org.updateemporg) && {
        key: 'move',
        label: '调整部门',
        act: () => open({ kind: 'move', empNos: [empNo], done: nothing }),
      },
      may(emprole.set) && { key: 'roles', label: '设置角色', act: () => open({ kind: 'roles', person }) },
      may(emppwr.getmdltree) && { key: 'exceptions', label: '个人权限调整', act: () => navigate(`/ent/emppwr?empNo=${empNo}`) },
      may(reason.getwhy) && { key: 'reason', label: '权限解释', act: () => navigate(`/ent/reason?empNo=${empNo}`) },
      may(reason.getwho) && {
        key: 'viewers',
        label: '谁能看到',
        act: () => show((close) => <Viewers recType="emp" recNo={empNo} name={empName} onClose={close} />),
      },
      may(emp.auth) && enabled && authFlag === '0' && { key: 'certify', label: '认证', act: () => askCertify(person) },
      may(emp.update) && { key: 'card', label: '证件照', act: () => open({ kind: 'photo', person, face: false }) },
      may(emp.update) &&
        faces?.curVal === '1' && { key: 'face', label: '人脸照', act: () => open({ kind: 'photo', person, face: true }) },
      may(emp.disable) && {
        key: 'state',
        label: enabled ? '停用' : '启用',
        act: () => (enabled ? askDisable([empNo], `“${empName}”`) : enable.mutate({ datas: [empNo] })),
      },
      may(emp.delete) && { key: 'delete', label: '删除', danger: true, act: () => askDelete(person) },
    ])
  }

  const mayBulk = may(org.updateemporg) || may(empgrp.creatembr) || may(emp.disable) || may(emp.export)
  const bulk = (empNos: string[], done: () => void, onExport: () => void): ReactNode => (
    <>
      {may(org.updateemporg) && <Button onClick={() => open({ kind: 'move', empNos, done })}>调整部门</Button>}
      {may(empgrp.creatembr) && <Button onClick={() => open({ kind: 'join', empNos, done })}>加入员工组</Button>}
      {may(emp.disable) && (
        <Button onClick={() => askDisable(empNos, `所选 ${formatCount(empNos.length)} 名员工`, done)}>停用</Button>
      )}
      {may(emp.enable) && <Button onClick={() => enable.mutate({ datas: empNos }, { onSuccess: done })}>启用</Button>}
      <NotifyButton kind="emp" nos={empNos} />
      {may(emp.export) && <Button onClick={onExport}>导出所选</Button>}
    </>
  )

  const edit = (empNo: string) => open({ kind: 'form', empNo })
  const create = (orgNo: string | undefined) => open({ kind: 'form', orgNo })
  return { menuOf: menuFor, bulk: mayBulk ? bulk : undefined, show, dialogs, edit, create }
}
