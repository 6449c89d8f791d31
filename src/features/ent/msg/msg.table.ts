import { messageTable } from '#domain/messages/message.table.ts'
import { defineTable, describeHistory } from '#server/database/tables.ts'
import { EventSwitch, MessageInFull, msg } from './msg.contract.ts'

describeHistory(messageTable, {
  fields: MessageInFull.shape,
  see: msg.get,
  isOwn: true,
})

defineTable('msgevt', {
  word: '事件提醒',
  key: 'evt',
  history: { fields: { useFlag: EventSwitch.shape.useFlag }, see: msg.getevents, isOwn: true },
})
