import { shiftDay } from '#web/form/calendar/months.ts'
import { formatDate, formatTime } from '#web/page/format.ts'

/** Says from when until when somebody is on leave: days without times where it is of whole days. */
export function leaveWords({ sTm, eTm, dayFlag }: { sTm: string; eTm: string; dayFlag: string }): string {
  if (dayFlag !== '1') return `${formatTime(sTm)} 至 ${formatTime(eTm)}`
  const [first, last] = [sTm.slice(0, 8), shiftDay(eTm.slice(0, 8), -1)]
  return first === last ? `${formatDate(first)} 全天` : `${formatDate(first)} 至 ${formatDate(last)}`
}
