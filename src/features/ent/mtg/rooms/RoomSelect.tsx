import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { Status } from '#contract/fields.ts'
import { query } from '#web/api/api.ts'
import type { Out } from '#web/api/send.ts'
import { meetingRooms } from './mtg.rooms.contract.ts'

export type Room = Out<typeof meetingRooms.getrooms>['rooms'][number]
type Props = {
  'aria-label': string
  value: string | null
  onChange: (room: Room | undefined) => void
}

/** Reads the rooms of the enterprise, by name. */
export const useRooms = () => useQuery(query(meetingRooms.getrooms, {}))

/** Chooses a room that is in use; one that was stopped meanwhile stays where it is chosen. */
export function RoomSelect({ value, onChange, ...label }: Props) {
  const { data } = useRooms()
  const rooms = (data?.rooms ?? []).filter(({ roomNo, stt }) => stt === Status.enabled || roomNo === value)
  const about = ({ roomName, place, seats }: Room) => [roomName, place, seats && `${seats} 座`].filter(Boolean).join(' · ')
  return (
    <Select
      {...label}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="不用会议室"
      value={rooms.some(({ roomNo }) => roomNo === value) ? value : null}
      options={rooms.map((room) => ({ value: room.roomNo, label: about(room) }))}
      onChange={(roomNo: string | undefined) => onChange(rooms.find((room) => room.roomNo === roomNo))}
    />
  )
}
