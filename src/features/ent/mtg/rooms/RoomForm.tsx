import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { meetingRooms } from './mtg.rooms.contract.ts'
import type { Room } from './RoomSelect.tsx'

/** Creates a room, or changes one. */
export default function RoomForm({ room, onClose }: { room?: Room; onClose: () => void }) {
  return (
    <EditModal
      title={room ? '修改会议室' : '新建会议室'}
      call={room ? meetingRooms.updateroom : meetingRooms.createroom}
      record={room}
      send={room ? { roomNo: room.roomNo } : {}}
      okText={room ? '保存' : '新建'}
      said={room ? '会议室已修改' : '会议室已新建'}
      width={440}
      onClose={onClose}
    >
      <Field name="roomName" label="名称" placeholder="如：第一会议室" autoFocus />
      <Field name="place" placeholder="如：行政楼二层" />
      <Field name="seats" />
      <Field name="rem" placeholder="如：有投影，使用前找总务处拿钥匙" />
    </EditModal>
  )
}
