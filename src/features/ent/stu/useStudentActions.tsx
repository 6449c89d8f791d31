import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode } from 'react'
import { NotifyButton } from '#domain/messages/NotifyButton.tsx'
import { StudentState } from '#domain/units/units.contract.ts'
import { entcfg } from '#contract/shell/entcfg.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { formatCount } from '#web/page/format.ts'
import { reason } from '#features/ent/reason/reason.contract.ts'
import { stu } from './stu.contract.ts'
import { useStudentPlaces } from './list/useStudentPlaces.tsx'
import type { StudentToChange, StudentMenu } from './student.panel.tsx'
import type { Several, OpenedStudentDialog } from './StudentDialogs.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const Viewers = lazyWindow(() => import('#features/ent/reason/viewers.panel.tsx'))
const StudentDialogs = lazyWindow(() => import('./StudentDialogs.tsx'))

const nothing = () => {}
const students = (count: number) => `${formatCount(count)} 名学生`

/** Returns the actions on one student or several: menus, buttons and their dialogs. */
export function useStudentActions({ onGone }: { onGone: () => void }) {
  const may = useMay()
  const { show, ask, dialogs } = useDialogs()
  const { byNo } = useStudentPlaces()
  const { data: faces } = useQuery(query(entcfg.getcurval, { cfgCode: 'FACE_ON' }))
  const moving = useSend(stu.updateunit, {
    said: ({ stuNos, unitNo }) => `${students(stuNos.length)}已调到“${byNo.get(unitNo)?.unitName ?? unitNo}”`,
  })
  const enable = useSend(stu.enable, { said: ({ stuNos }) => `${students(stuNos.length)}已复学` })
  const remove = useSend(stu.delete)
  const certify = useSend(stu.auth)

  const move = (stuNos: string[], unitNo: string) => moving.mutateAsync({ stuNos, unitNo })
  const open = (opened: OpenedStudentDialog) => show((close) => <StudentDialogs opened={opened} onMove={move} onClose={close} />)

  const askDelete = ({ stuNo, stuName }: StudentToChange) =>
    ask({
      title: `删除“${stuName}”`,
      touches: '删除后不再出现在任何列表里；学号和身份证号可以重新使用，家长都保留。转学的请用“转出”。',
      verb: '删除',
      act: () => remove.mutateAsync({ stuNo }).then(onGone),
    })

  const askCertify = (person: StudentToChange) =>
    person.authTel
      ? ask({
          title: `认证“${person.stuName}”的手机`,
          touches: `请先核对手机 ${person.authTel} 是学生本人或家长在用的。`,
          verb: '认证',
          isHarmless: true,
          act: () => certify.mutateAsync({ stuNo: person.stuNo }),
        })
      : open({ kind: 'certify', person })

  const photoActs = (person: StudentToChange) => [
    may(stu.applyforstucardpht) && { key: 'card', label: '证件照', act: () => open({ kind: 'card', person }) },
    may(stu.applyforstufacepht) &&
      faces?.curVal === '1' && { key: 'face', label: '人脸照', act: () => open({ kind: 'face', person }) },
  ]
  const menuFor: StudentMenu = (person) => {
    const { stuNo, stuName, stt, authFlag } = person
    const only: Several = { stuNos: [stuNo], name: stuName, done: nothing }
    const isHere = stt === StudentState.learning
    const isOnRoll = isHere || stt === StudentState.suspended
    return menuOf([
      may(stu.updateunit) && isOnRoll && { key: 'move', label: '调班', act: () => open({ kind: 'move', ...only }) },
      may(stu.updatephone) && { key: 'phone', label: '改手机', act: () => open({ kind: 'phone', person }) },
      may(stu.auth) && isOnRoll && authFlag === '0' && { key: 'certify', label: '认证', act: () => askCertify(person) },
      may(stu.updatewts) && { key: 'labels', label: '改标签', act: () => open({ kind: 'labels', person }) },
      ...(isOnRoll ? photoActs(person) : []),
      may(stu.disable) && isHere && { key: 'suspend', label: '休学', act: () => open({ kind: 'suspend', ...only }) },
      may(stu.enable) &&
        stt === StudentState.suspended && { key: 'back', label: '复学', act: () => enable.mutate({ stuNos: [stuNo] }) },
      may(stu.transfer) && isOnRoll && { key: 'transfer', label: '转出', act: () => open({ kind: 'transfer', ...only }) },
      may(reason.getwho) && {
        key: 'viewers',
        label: '谁能看到',
        act: () => show((close) => <Viewers recType="stu" recNo={stuNo} name={stuName} onClose={close} />),
      },
      may(stu.delete) && { key: 'delete', label: '删除', danger: true, act: () => askDelete(person) },
    ])
  }

  const mayBulk = may(stu.updateunit) || may(stu.bulkupdatewts) || may(stu.disable) || may(stu.export)
  const bulk = (stuNos: string[], done: () => void, onExport: () => void): ReactNode => {
    const several: Several = { stuNos, done }
    return (
      <>
        {may(stu.updateunit) && <Button onClick={() => open({ kind: 'move', ...several })}>调班</Button>}
        {may(stu.bulkupdatewts) && <Button onClick={() => open({ kind: 'manyLabels', ...several })}>加减标签</Button>}
        {may(stu.disable) && <Button onClick={() => open({ kind: 'suspend', ...several })}>休学</Button>}
        <NotifyButton kind="stu" nos={stuNos} />
        {may(stu.export) && <Button onClick={onExport}>导出所选</Button>}
      </>
    )
  }

  const edit = (stuNo: string) => open({ kind: 'form', stuNo })
  const create = (unitNo: string | undefined) => open({ kind: 'form', unitNo })
  return { menuOf: menuFor, bulk: mayBulk ? bulk : undefined, move, show, dialogs, edit, create }
}
