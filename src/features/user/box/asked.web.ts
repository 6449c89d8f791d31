import { MessageNeed, needWords } from '#domain/messages/needs.contract.ts'
import type { Out } from '#web/api/send.ts'
import { formatTime } from '#web/page/format.ts'
import type { box } from './box.contract.ts'

/** Describes a message in the inbox. */
export type Received = Out<typeof box.getpage>['datas'][number]

/** Says what a message still asks of its reader, or what they did; nothing where it only tells. */
export function askedOf({ need, doneTm, rcpt, dueTm, lateFlag, remindCnt }: Received): string {
  if (need === MessageNeed.none) return ''
  const words = needWords[need]
  if (doneTm) return `${words?.given}${rcpt ? `：${rcpt}` : ''}`
  if (lateFlag === '1') return '已过期'
  const due = dueTm ? `，${formatTime(dueTm)} 前` : ''
  return `${words?.asked}${due}${remindCnt > 0 ? `，已提醒 ${remindCnt} 次` : ''}`
}
