import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { Status } from '#contract/fields.ts'
import { today } from '#contract/values/day.ts'
import { query, useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import type { Out } from '#web/api/send.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { HeadActs } from '#web/head/HeadActs.tsx'
import { PageHead } from '#web/head/PageHead.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import type { ListColumn } from '#web/list/dataTable.types.ts'
import { ListTable } from '#web/list/ListTable.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { PageTrail } from '#web/page/PageTrail.tsx'
import { formatTime } from '#web/page/format.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import '../mtg.css'
import { meetingRooms, Room as RoomContract } from './mtg.rooms.contract.ts'
import { type Room, useRooms } from './RoomSelect.tsx'

const RoomForm = lazyWindow(() => import('./RoomForm.tsx'))

type Use = Out<typeof meetingRooms.getroomuse>[number]
type Row = Room & { uses: Use[] }

const days = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']
const isOn = (day: string) => (use: Use) => use.sDt.slice(0, 8) <= day && day <= use.eDt.slice(0, 8)
const weekday = (time: string) => days[new Date(formatTime(time).slice(0, 10)).getUTCDay()]

/** Draws the rooms of the enterprise, with what takes place in each of them today and this week. */
export default function RoomsPage() {
  const { data, error, refetch } = useRooms()
  const { data: uses = [] } = useQuery(query(meetingRooms.getroomuse, {}))
  const { create, menuFor, dialogs } = useRoomActions(data?.editFlag === '1')
  const rows = data?.rooms.map((room) => ({ ...room, uses: uses.filter(({ roomNo }) => roomNo === room.roomNo) }))
  const now = today().replaceAll('-', '')
  const narrow = useNarrow()
  return (
    <div className="page touch">
      <PageTrail steps={[{ label: '会议管理', to: '/ent/mtg' }]} />
      <PageHead title="会议室" />
      <HeadActs>{create}</HeadActs>
      <ListTable<Row>
        rowKey="roomNo"
        rows={rows}
        error={data ? null : error}
        onRetry={refetch}
        empty={<EmptyState hint="还没有会议室；建好后起草会议时可以选用，同一时间有人用会提示">{create}</EmptyState>}
        columns={[
          column<Row>(RoomContract, 'roomName', { width: 150 }),
          column<Row>(RoomContract, 'place', { width: 140 }),
          column<Row>(RoomContract, 'seats', { width: 72, render: (seats: number | null) => seats ?? '–' }),
          ...usesColumns(narrow, now),
          column<Row>(RoomContract, 'rem', { width: 160, minor: true }),
          column<Row>(RoomContract, 'stt', { width: 72 }),
          actionsColumn<Row>(menuFor, ({ roomName }) => roomName),
        ]}
      />
      {dialogs}
    </div>
  )
}

function useRoomActions(keeps: boolean) {
  const may = useMay()
  const { show, ask, dialogs } = useDialogs()
  const update = useSend(meetingRooms.updateroom, { said: ({ stt }) => `会议室已${stt === Status.enabled ? '启用' : '停用'}` })
  const remove = useSend(meetingRooms.deleteroom, { said: () => '会议室已删除' })
  const edit = (room?: Room) => show((close) => <RoomForm {...(room && { room })} onClose={close} />)
  const create = keeps && may(meetingRooms.createroom) && (
    <Button type="primary" icon={<Plus />} onClick={() => edit()}>
      新建会议室
    </Button>
  )
  const menuFor = ({ uses: _, ...room }: Row) => {
    const { roomNo, roomName, ver } = room
    const isInUse = room.stt === Status.enabled
    const edits = keeps && may(meetingRooms.updateroom)
    return menuOf([
      edits && { key: 'edit', label: '修改', act: () => edit(room) },
      edits && {
        key: 'state',
        label: isInUse ? '停用' : '启用',
        act: () => update.mutate({ roomNo, ver, stt: isInUse ? Status.disabled : Status.enabled }),
      },
      keeps &&
        may(meetingRooms.deleteroom) && {
          key: 'delete',
          label: '删除',
          danger: true,
          act: () =>
            ask({
              title: `删除“${roomName}”`,
              touches: '起草会议时不能再选它，开过的会议仍写着它的名称。删除后可以撤销。',
              verb: '删除',
              act: () => remove.mutateAsync({ roomNo, ver }),
            }),
        },
    ])
  }
  return { create, menuFor, dialogs }
}

/** Returns the columns of what takes place: today and the other days of the week; one for both where a row has little room. */
function usesColumns(narrow: boolean, now: string): ListColumn<Row>[] {
  if (narrow)
    return [
      {
        key: 'week',
        title: '本周',
        width: 240,
        render: (_: unknown, { uses }: Row) => <Uses uses={uses} when="本周" now={now} />,
      },
    ]
  return [
    {
      key: 'today',
      title: '今天',
      width: 230,
      render: (_: unknown, { uses }: Row) => <Uses uses={uses.filter(isOn(now))} />,
    },
    {
      key: 'week',
      title: '本周其他日子',
      width: 240,
      render: (_: unknown, { uses }: Row) => <Uses uses={uses.filter((use) => !isOn(now)(use))} now={now} />,
    },
  ]
}

type UsesProps = {
  uses: Use[]
  /** Names the span where there is none. */
  when?: string
  /** Holds the date of today; each line then begins with its day. */
  now?: string
}

/** Draws what takes place in a room, a line each. */
function Uses({ uses, when = '', now }: UsesProps) {
  if (uses.length === 0) return <span className="grey">{when}没有安排</span>
  return (
    <ul className="room-uses">
      {uses.map((use) => (
        <li key={`${use.sDt} ${use.mtgNo} ${use.mtgName}`}>
          {now && `${isOn(now)(use) ? '今天' : weekday(use.sDt)} `}
          {formatTime(use.sDt).slice(11)}–{formatTime(use.eDt).slice(11)}{' '}
          {use.mtgNo ? <Link to={`/ent/mtg/${use.mtgNo}`}>{use.mtgName}</Link> : <span className="grey">{use.mtgName}</span>}
        </li>
      ))}
    </ul>
  )
}
