import { defineTable } from '#server/database/tables.ts'
import { mtg } from './mtg.contract.ts'
import { meetingRooms, Room } from './rooms/mtg.rooms.contract.ts'
import { Decision, meetingMinutes } from './minutes/mtg.minutes.contract.ts'
import { Man, MeetingInFull, Schedule, Sign } from './mtg.parts.contract.ts'

export const meetingTable = defineTable('mtg', {
  word: '会议',
  key: 'mtgNo',
  name: 'mtgName',
  search: { words: ['mtgNo'] },
  history: {
    fields: { ...MeetingInFull.shape, hostEmpNo: MeetingInFull.shape.hostName, tmplNo: MeetingInFull.shape.tmplName },
    see: mtg.getmtginfo,
    change: mtg.creatorupdatemtg,
    isOwn: true,
    record: { seenBy: 'editFlag', links: ['mtgschd', 'mtgman', 'mtgsign', 'mtgdec'] },
  },
})

defineTable('mtgschd', { word: '会议场次', history: { fields: Schedule.shape, see: mtg.getmtgschdtime, isOwn: true } })

export const roomTable = defineTable('mtgroom', {
  word: '会议室',
  key: 'roomNo',
  name: 'roomName',
  uses: { mtgschd: '已安排了会议' },
  history: { fields: Room.shape, see: meetingRooms.getrooms, change: meetingRooms.updateroom, isOwn: true },
})

defineTable('mtgman', { word: '参会人员', history: { fields: Man.shape, see: mtg.getmtgmanpage, isOwn: true } })

defineTable('mtgsign', { word: '签到', history: { fields: Sign.shape, see: mtg.getmtgsignpage, isOwn: true } })

defineTable('mtgmin', { word: '会议纪要' })

defineTable('mtgdec', { word: '会议决定', history: { fields: Decision.shape, see: meetingMinutes.getminutes, isOwn: true } })
