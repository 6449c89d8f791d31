/** Names the states of a meeting (docs/spec/meetings.md#states); `underWay` is never stored: it follows from its sessions. */
export const MeetingState = { deleted: '0', draft: '1', published: '2', underWay: '3', ended: '4', cancelled: '5' } as const
/** Names the states of an attendee; `asked` 待确认, `applying` 申请中: to join, or for leave. */
export const ManState = {
  deleted: '0',
  asked: '1',
  confirmed: '2',
  applying: '3',
  agreed: '4',
  refused: '5',
  leave: '6',
} as const
/** Names what was applied for. */
export const ApplyType = { join: '1', leave: '2' } as const
/** Names the results of attendance; `made` 补签. */
export const SignState = { none: '0', normal: '1', late: '2', early: '3', absent: '4', made: '5' } as const
/** Names the kinds of attendees that the product itself distinguishes. */
export const ManType = { host: '1', attendee: '2', recorder: '4', guest: '5' } as const

/** Matches the six digits beside the code on the board of a session. */
export const shortCodePattern = /^\d{6}$/

/** Formats a place in a line, with where its room is: 报告厅（图书楼一层）. */
export const placeLine = (place: string | null, roomPlace: string | null) =>
  place && roomPlace ? `${place}（${roomPlace}）` : place

type Item = { title: string; speaker?: string | null | undefined; mins?: number | null | undefined }

/** Formats an item of an agenda in a line: 期中质量分析（张老师，20 分钟）. */
export function agendaLine({ title, speaker, mins }: Item): string {
  const about = [speaker, mins && `${mins} 分钟`].filter(Boolean).join('，')
  return about ? `${title}（${about}）` : title
}

/** Names each way of signing in. */
export const signWays: Record<string, string> = { qr: '扫码', hand: '登记' }

/** Describes the result of attendance to the attendee. */
export function resultOf({ stt, lateMin, outTm }: { stt: string; lateMin: number | null; outTm: string | null }): string {
  if (outTm) return stt === SignState.early ? '已签退 · 早退' : '已签退'
  if (stt === SignState.late) return lateMin ? `迟到 ${lateMin} 分钟` : '迟到'
  return { [SignState.normal]: '正常', [SignState.made]: '补签', [SignState.early]: '早退' }[stt] ?? '缺席'
}
