import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PersonDrawer } from '#domain/people/PersonDrawer.tsx'
import { query } from '#web/api/api.ts'
import { Label, StatusTag } from '#web/api/dictionary.tsx'
import type { Out } from '#web/api/send.ts'
import { historyTab } from '#web/history/historyTab.tsx'
import { FactList } from '#web/page/FactList.tsx'
import { formatTime } from '#web/page/format.ts'
import { leaveWords } from '#domain/leaves/leaveWords.web.ts'
import { lve } from './lve.contract.ts'
import { useLeaveActs } from './useLeaveActs.tsx'

/** Draws everything about one leave, beside the list. */
export default function LeaveDrawer({ lveNo, onClose }: { lveNo: string; onClose: () => void }) {
  const read = useQuery(query(lve.get, { lveNo }))
  const { firstOf, menuFor, dialogs } = useLeaveActs()
  const leave = read.data
  return (
    <>
      <PersonDrawer
        kind="请假"
        read={read}
        name={leave?.name}
        line={leave?.place ?? undefined}
        title={
          leave && (
            <>
              {leave.name} <StatusTag type="LVE_STT" value={leave.stt} />
            </>
          )
        }
        first={leave && firstOf(leave)}
        menu={leave && menuFor(leave)}
        parts={leave && [{ key: 'facts', label: '资料', children: <Facts leave={leave} /> }, historyTab('lve', lveNo)]}
        onClose={onClose}
      />
      {dialogs}
    </>
  )
}

const at = (time: string, by: string | null) => [formatTime(time), by && `${by}登记`].filter(Boolean).join(' · ')

function Facts({ leave }: { leave: Out<typeof lve.get> }) {
  const { kind, rsn, leftTm, leftBy, backTm, backBy, cutTm, cutBy, ftchName, ftchRelt, prcNo, title } = leave
  const facts = {
    类型: <Label type="LVE_KIND" value={kind} />,
    时间: leaveWords(leave),
    ...(rsn && { 事由: rsn }),
    ...(leftTm && { 离校: at(leftTm, leftBy) }),
    ...((ftchName || ftchRelt) && { 接走的人: [ftchName, ftchRelt && `（${ftchRelt}）`].filter(Boolean).join('') }),
    ...(backTm && { 返校: at(backTm, backBy) }),
    ...(cutTm && { 销假: at(cutTm, cutBy) }),
    申请: <Link to={`/message/process?prcNo=${prcNo}`}>{title}</Link>,
  }
  return <FactList items={Object.entries(facts)} />
}
