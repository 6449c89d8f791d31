import { Button } from 'antd'
import { Link } from 'react-router'
import { leaveWords } from '#domain/leaves/leaveWords.web.ts'
import { LeaveState } from '#domain/leaves/leaves.contract.ts'
import { useSend } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import type { Out } from '#web/api/send.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { prc } from './prc.contract.ts'

type Leaf = Out<typeof prc.get>['leaves'][number]
type Props = { leaves: readonly Leaf[]; isMine: boolean; offersDelegation: boolean }

/** Draws the leaves that an application became, which whoever handed it in may end early, and offers to have somebody decide meanwhile. */
export function ProcessLeaves({ leaves, isMine, offersDelegation }: Props) {
  const { ask, dialogs } = useDialogs()
  const cut = useSend(prc.cutleave)
  const askCut = ({ lveNo, name }: Leaf) =>
    ask({
      title: `为${name}销假`,
      touches: '请假到现在为止；还没有开始的，就不再请假。',
      verb: '销假',
      act: () => cut.mutateAsync({ lveNo }),
    })
  return (
    <section aria-label="请假记录" className="stack">
      {leaves.map((leave) => (
        <div key={leave.lveNo} className="page-tools">
          <span>
            {leave.name} {leaveWords(leave)} <StatusTag type="LVE_STT" value={leave.stt} />
          </span>
          {isMine && leave.stt !== LeaveState.over && <Button onClick={() => askCut(leave)}>销假</Button>}
        </div>
      ))}
      {offersDelegation && (
        <p>
          请假期间要请人代为审批吗？<Link to="/user/tsk?delegate=1">设置委托</Link>
        </p>
      )}
      {dialogs}
    </section>
  )
}
