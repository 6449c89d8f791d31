import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { Link } from 'react-router'
import { DecisionState } from '#domain/decisions/decisions.contract.ts'
import { query } from '#web/api/api.ts'
import type { Out } from '#web/api/send.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { FactList } from '#web/page/FactList.tsx'
import { formatDate, formatTime } from '#web/page/format.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { tsk } from './tsk.contract.ts'

type Shown = Out<typeof tsk.getdecision>

/** Draws what a meeting decided that the caller does, or has others do as its host; whoever does it says when it is done. */
export default function DecisionDrawer({ decNo, onClose }: { decNo: string; onClose: () => void }) {
  const narrow = useNarrow()
  const { data, error, refetch } = useQuery(query(tsk.getdecision, { decNo }))
  const { show, dialogs } = useDialogs()
  const isMine = data?.mineFlag === '1' && data.stt === DecisionState.open
  return (
    <>
      <AppDrawer
        open
        className="touch"
        isBeside
        size={narrow ? '100%' : 480}
        title="会议决定"
        acts={
          isMine && (
            <Button type="primary" onClick={() => show((close) => <FinishModal decision={data} onClose={close} />)}>
              完成
            </Button>
          )
        }
        onClose={onClose}
      >
        {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
        {!error && !data && <Spin delay={200} />}
        {data && <Facts decision={data} />}
      </AppDrawer>
      {dialogs}
    </>
  )
}

function Facts({ decision }: { decision: Shown }) {
  const { what, mtgNo, mtgName, mtgDt, seeFlag, hostName, empName, dueDt, doneTm, word, stt } = decision
  const name = mtgDt ? `${mtgName}（${formatTime(mtgDt).slice(0, 10)}）` : mtgName
  return (
    <>
      <h3>{what}</h3>
      <FactList
        items={[
          [
            '会议',
            seeFlag === '1' ? (
              <Link key="meeting" to={`/ent/mtg/${mtgNo}?tab=minutes`}>
                {name}
              </Link>
            ) : (
              name
            ),
          ],
          ['主持人', hostName],
          ['负责人', empName],
          ['完成日期', formatDate(dueDt)],
          ['进展', stt === DecisionState.done ? `已完成（${formatTime(doneTm)}）` : '待完成'],
          word !== null && ['完成情况', word],
        ]}
      />
    </>
  )
}

const FinishModal = ({ decision: { decNo, what }, onClose }: { decision: Shown; onClose: () => void }) => (
  <EditModal title="完成" call={tsk.finish} send={{ decNo }} okText="完成" width={440} onClose={onClose}>
    <p>{what}</p>
    <Field name="word" label="完成情况" placeholder="怎么完成的，可以不填" autoFocus />
  </EditModal>
)
