import * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { get, post, resource } from '#contract/call.ts'
import { flag, liveStt, no, none, note, numbers, text, time14, ver } from '#contract/fields.ts'
import { mostClashing, mostPeople, mtgNo } from '../mtg.parts.contract.ts'

const may = permissions('mtg')

/** Describes a room that meetings are held in; `seats` null where nobody counted them. */
export const Room = z.object({
  roomNo: no.meta({ title: '会议室编号' }),
  roomName: text(30).meta({ title: '会议室' }),
  place: text(60).nullable().meta({ title: '位置' }),
  seats: z.int().min(1).max(9999).nullable().meta({ title: '座位数' }),
  rem: note(200).meta({ title: '备注' }),
  stt: liveStt,
  ver,
})

const key = Room.pick({ roomNo: true })
const { roomName, place, seats, rem } = Room.shape
const facts = { roomName, place: place.optional(), seats: seats.optional(), rem }
const saved = key.extend({ ver })
const guarded = key.extend({ ver: ver.optional() })

/**
 * Defines the calls for rooms (docs/spec/meetings.md#rooms). Whoever may change all meetings of the enterprise keeps them; the
 * others read them.
 */
export const meetingRooms = resource('/ent/mtg', {
  /** Lists the rooms by name; `editFlag` tells whether the caller keeps them. */
  getrooms: get(may.view, z.object({}), z.object({ editFlag: flag, rooms: z.array(Room) }), { title: '查询会议室' }),
  /**
   * Lists what takes place in rooms from Monday to Sunday of this week, in order; of a meeting that the caller does not find
   * `mtgNo` is null, and its name is kept back.
   */
  getroomuse: get(
    may.view,
    z.object({}),
    z.array(
      z.object({
        roomNo: Room.shape.roomNo,
        mtgNo: no.nullable().meta({ title: '会议编号' }),
        mtgName: z.string().meta({ title: '会议名称' }),
        sDt: time14.meta({ title: '开始时间' }),
        eDt: time14.meta({ title: '截止时间' }),
      }),
    ),
    { title: '查询会议室本周的安排' },
  ),
  /**
   * Returns how many are asked to a meeting in a room beside its seats: the employees named, those of the meetings named, and
   * `moreCnt` who have no number, or are too many to be named.
   */
  getroomseats: get(
    [...may.add, ...may.edit],
    key.extend({
      empNos: numbers.max(mostClashing).optional().meta({ title: '员工' }),
      moreCnt: z.int().min(0).max(mostPeople).optional().meta({ title: '其余人数' }),
      mtgNo: mtgNo.optional(),
      fromNo: mtgNo.optional().meta({ title: '复制自' }),
    }),
    z.object({ roomName: z.string(), seats: z.int().nullable(), manCnt: z.int() }),
    { title: '查询会议室的座位够不够', quiet: true },
  ),
  createroom: post(may.add, z.object(facts), saved, '新建成功', { title: '新建会议室' }),
  updateroom: post(
    may.edit,
    guarded.extend({ ...facts, roomName: roomName.optional(), stt: liveStt.optional() }),
    saved,
    '修改成功',
    { title: '修改会议室' },
  ),
  deleteroom: post(may.delete, guarded, none, '删除成功', { title: '删除会议室' }),
})
