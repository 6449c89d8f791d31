import { formatTime } from '#web/page/format.ts'
import type { Out } from '#web/api/send.ts'
import type { mSign } from './sign.contract.ts'

export type ScannedMeeting = Out<typeof mSign.get>
export type Done = Out<typeof mSign.sign>

/** Formats where and when a meeting is, in a line. */
export const meetingLine = ({ entName, schdName, place, sDt, eDt }: ScannedMeeting) =>
  [entName, schdName, `${formatTime(sDt)} 至 ${formatTime(eDt).slice(sDt.slice(0, 8) === eDt.slice(0, 8) ? 11 : 0)}`, place]
    .filter(Boolean)
    .join(' · ')
