import { useNavigate } from 'react-router'
import { useNotify } from '#domain/messages/composer.web.ts'
import { MeetingState } from '#domain/meetings/meetings.contract.ts'
import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import type { Out } from '#web/api/send.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { mtg } from './mtg.contract.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const MeetingForm = lazyWindow(() => import('./MeetingForm.tsx'))

export type Row = Out<typeof mtg.getpage>['datas'][number]
type Told = { onDrafted?: (mtgNo: string) => void; onGone?: () => void }

const { draft, published, underWay, ended, cancelled } = MeetingState
const isOneOf = (stt: string, ...states: string[]) => states.includes(stt)

/** Returns the actions on meetings, by the state that each is in. */
export function useMeetingActions({ onDrafted, onGone }: Told = {}) {
  const may = useMay()
  const notify = useNotify()
  const navigate = useNavigate()
  const { show, ask, dialogs } = useDialogs()
  const publish = useSend(mtg.setmtgpub, { said: () => '会议已发布' })
  const end = useSend(mtg.endmtg, { said: () => '会议已结束' })
  const cancel = useSend(mtg.cancelmtg, { said: () => '会议已取消' })
  const remove = useSend(mtg.deletemtg, { said: () => '会议已删除' })

  const askPublish = ({ mtgNo, ver, mtgName, manCnt }: Row) =>
    ask({
      title: `发布“${mtgName}”`,
      touches: `${manCnt} 位参会人员将看到这次会议；发布后名称、主持人和签到方式不能再改。`,
      verb: '发布',
      isHarmless: true,
      act: () => publish.mutateAsync({ mtgNo, ver }),
    })
  const askEnd = ({ mtgNo, ver, mtgName, manCnt, comeCnt, leaveCnt }: Row) =>
    ask({
      title: `结束“${mtgName}”`,
      touches: `应到 ${manCnt} 人，实到 ${comeCnt} 人，请假 ${leaveCnt} 人；其余 ${manCnt - comeCnt - leaveCnt} 人没有签到，记为缺席，之后仍可补签。`,
      verb: '结束',
      isHarmless: true,
      act: () => end.mutateAsync({ mtgNo, ver }),
    })
  const askCancel = ({ mtgNo, ver, mtgName, manCnt }: Row) =>
    ask({
      title: `取消“${mtgName}”`,
      touches: `${manCnt} 位参会人员将看到会议已取消。`,
      verb: '取消会议',
      act: () => cancel.mutateAsync({ mtgNo, ver }),
    })
  const askRemove = ({ mtgNo, ver, mtgName }: Row) =>
    ask({
      title: `删除“${mtgName}”`,
      touches: '会议连同场次、名单和签到一起不再显示；可以撤销。',
      verb: '删除',
      act: () => remove.mutateAsync({ mtgNo, ver }).then(onGone),
    })

  /** Opens the drawer for a new meeting, a copy of one, or one that is there. */
  const edit = (meeting: { mtgNo?: string; copied?: boolean }) =>
    show((close) => (
      <MeetingForm
        {...meeting}
        onClose={close}
        onSaved={(mtgNo) => {
          close()
          if (!meeting.mtgNo || meeting.copied) onDrafted?.(mtgNo)
        }}
      />
    ))

  /** Returns the usual next action: the main button of a meeting. */
  const firstOf = (row: Row) => {
    if (row.editFlag === '0' || !may(mtg.setmtgpub)) return undefined
    if (row.stt === draft) return { label: '发布', act: () => askPublish(row) }
    if (isOneOf(row.stt, published, underWay))
      return { label: '签到看板', act: () => void navigate(`/ent/mtg/${row.mtgNo}/board`) }
    return undefined
  }
  const menuFor = (row: Row) => {
    const { mtgNo, stt } = row
    if (row.editFlag === '0') return undefined
    const edits = may(mtg.creatorupdatemtg)
    const sets = may(mtg.setmtgpub)
    return menuOf([
      sets && stt === draft && { key: 'publish', label: '发布', act: () => askPublish(row) },
      edits && isOneOf(stt, draft, published, underWay) && { key: 'edit', label: '修改', act: () => edit({ mtgNo }) },
      sets && isOneOf(stt, published, underWay) && { key: 'end', label: '结束', act: () => askEnd(row) },
      isOneOf(stt, published, underWay) && notify('mtg', [mtgNo], row.mtgName),
      edits && { key: 'copy', label: '复制', act: () => edit({ mtgNo, copied: true }) },
      sets && isOneOf(stt, published, underWay) && { key: 'cancel', label: '取消会议', act: () => askCancel(row) },
      may(mtg.deletemtg) &&
        isOneOf(stt, draft, ended, cancelled) && { key: 'delete', label: '删除', danger: true, act: () => askRemove(row) },
    ])
  }
  return { draft: () => edit({}), firstOf, menuFor, dialogs }
}
