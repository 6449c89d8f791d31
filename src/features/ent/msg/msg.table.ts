import { messageTable } from '#domain/messages/message.table.ts'
import { describeHistory } from '#server/database/tables.ts'
import { MessageInFull, msg } from './msg.contract.ts'

describeHistory(messageTable, {
  fields: MessageInFull.shape,
  see: msg.get,
  isOwn: true,
})
