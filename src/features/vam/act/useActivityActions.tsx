import { useNavigate } from 'react-router'
import { ActivityState } from '#domain/activities/activities.contract.ts'
import { useNotify } from '#domain/messages/composer.web.ts'
import { useSend } from '#web/api/api.ts'
import { FieldsModal } from '#web/form/FieldsModal.tsx'
import { formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import type { Out } from '#web/api/send.ts'
import { copyText } from '#web/feedback/copyText.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { act } from './act.contract.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const ActivityForm = lazyWindow(() => import('./ActivityForm.tsx'))

export type Row = Out<typeof act.getpage>['datas'][number]
type Told = { onMade?: (actNo: string) => void; onGone?: () => void }

const { draft, waiting, soon, open, closed, underWay, ended, cancelled } = ActivityState
const isOneOf = (stt: string, ...states: string[]) => states.includes(stt)

/** Returns the address of an activity in the portal. */
const portalPath = (actNo: string) => `/vam/prtl/dtl?no=${actNo}`

/** Returns the actions on activities, by the state that each is in. */
export function useActivityActions({ onMade, onGone }: Told = {}) {
  const may = useMay()
  const notify = useNotify()
  const navigate = useNavigate()
  const { show, ask, dialogs } = useDialogs()
  const publish = useSend(act.publish, { said: () => '活动已发布' })
  const submit = useSend(act.submit, { said: () => '已提交发布' })
  const end = useSend(act.end, { said: () => '活动已结束' })
  const cancel = useSend(act.cancel, { said: () => '活动已取消' })
  const remove = useSend(act.delete, { said: () => '活动已删除' })

  const copyLink = ({ actNo }: Row) => copyText(`${location.origin}${portalPath(actNo)}`, '活动链接已复制')
  const askPublish = ({ actNo, ver, title, pubFlag }: Row) =>
    ask({
      title: `发布“${title}”`,
      touches: `${pubFlag === '1' ? '所有人不用登录就能在活动首页看到它' : '本单位的人能在活动首页看到它'}，到时间就可以报名；发布后面向、名额方式和报名表单不能再改。`,
      verb: '发布',
      isHarmless: true,
      act: () => publish.mutateAsync({ actNo, ver }),
    })
  const askEnd = ({ actNo, ver, title, takeCnt }: Row) =>
    ask({
      title: `提前结束“${title}”`,
      touches: `已有 ${formatCount(takeCnt)} 人报名；结束后不能再报名和上传作品，作品仍然展示。`,
      verb: '结束',
      isHarmless: true,
      act: () => end.mutateAsync({ actNo, ver }),
    })
  const askCancel = ({ actNo, ver, title, takeCnt }: Row) =>
    ask({
      title: `取消“${title}”`,
      touches: `已有 ${formatCount(takeCnt)} 人报名，他们将看到活动已取消。`,
      verb: '取消活动',
      act: () => cancel.mutateAsync({ actNo, ver }),
    })
  const askRemove = ({ actNo, ver, title }: Row) =>
    ask({
      title: `删除“${title}”`,
      touches: '活动连同报名和作品一起不再显示；可以撤销。',
      verb: '删除',
      act: () => remove.mutateAsync({ actNo, ver }).then(onGone),
    })

  const edit = (activity: { actNo?: string }) =>
    show((close) => (
      <ActivityForm
        {...activity}
        onClose={close}
        onSaved={(actNo) => {
          close()
          if (!activity.actNo) onMade?.(actNo)
        }}
      />
    ))
  const sendBack = ({ actNo, ver, title }: Row) =>
    show((close) => (
      <FieldsModal
        title={`退回“${title}”`}
        call={act.sendback}
        send={{ actNo, ver }}
        okText="退回"
        said="已退回"
        width={440}
        onClose={close}
        fields={['answer']}
      />
    ))

  const edits = (row: Row) => row.editFlag === '1' && may(act.update)
  /** Returns the usual next action. */
  const firstOf = (row: Row) => {
    if (isOneOf(row.stt, draft, waiting) && may(act.publish)) return { label: '发布', act: () => askPublish(row) }
    if (row.stt === draft && edits(row))
      return { label: '提交发布', act: () => submit.mutate({ actNo: row.actNo, ver: row.ver }) }
    if (isOneOf(row.stt, soon, open, closed, underWay)) return { label: '复制链接', act: () => void copyLink(row) }
    return undefined
  }
  const menuFor = (row: Row) => {
    const { actNo, stt } = row
    const isOn = isOneOf(stt, soon, open, closed, underWay)
    const first = firstOf(row)?.label
    return menuOf([
      stt === waiting && may(act.sendback) && { key: 'back', label: '退回', act: () => sendBack(row) },
      edits(row) && (isOn || isOneOf(stt, draft, waiting)) && { key: 'edit', label: '修改', act: () => edit({ actNo }) },
      (isOn || stt === ended) && { key: 'see', label: '在活动首页查看', act: () => void navigate(portalPath(actNo)) },
      isOn && first !== '复制链接' && { key: 'link', label: '复制链接', act: () => void copyLink(row) },
      isOn && notify('act', [actNo], row.title),
      edits(row) && isOn && { key: 'end', label: '提前结束', act: () => askEnd(row) },
      edits(row) && isOn && { key: 'cancel', label: '取消活动', act: () => askCancel(row) },
      row.editFlag === '1' &&
        may(act.delete) &&
        isOneOf(stt, draft, waiting, ended, cancelled) && {
          key: 'delete',
          label: '删除',
          danger: true,
          act: () => askRemove(row),
        },
    ])
  }
  return { make: () => edit({}), firstOf, menuFor, dialogs }
}
