import { Plus, UserCheck } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { query } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { useOpenedRecord } from '#web/feedback/useOpenedRecord.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'
import { formatCount } from '#web/page/format.ts'
import { useUrlParam } from '#web/page/useUrlParam.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import { OwnProcesses } from './OwnProcesses.tsx'
import { processPath } from '#domain/approvals/paths.web.ts'
import { ApprovalTasks } from './ApprovalTasks.tsx'
import { tsk } from './tsk.contract.ts'

const DecisionDrawer = lazyWindow(() => import('./DecisionDrawer.tsx'))
const DelegationsDrawer = lazyWindow(() => import('./delegations/DelegationsDrawer.tsx'))
const StartDrawer = lazyWindow(() => import('#features/user/prc/start.panel.tsx'))

/** Draws what waits for the caller, what they have dealt with, handed in themselves, or were sent a copy of. */
export default function ApprovalsScreen() {
  const may = useMay()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const [starting, setStarting] = useState(false)
  const [delegating, setDelegating] = useState(false)
  const { opened, close, dialog } = useOpenedRecord('decNo')
  useUrlParam('new', () => setStarting(true))
  useUrlParam('delegate', () => setDelegating(true))
  const waiting = useQuery(query(tsk.getpage, { tab: 'todo', pageSize: 1 }))
  const count = waiting.data?.recordCount ?? 0
  const tab = params.get('list') ?? 'todo'
  const begin = may(prc.start) && (
    <Button type="primary" icon={<Plus />} onClick={() => setStarting(true)}>
      发起申请
    </Button>
  )
  const acts = may(prc.start) && (
    <>
      <Button icon={<UserCheck />} onClick={() => setDelegating(true)}>
        我的委托
      </Button>
      {begin}
    </>
  )
  return (
    <div className="page touch">
      <PageHead title="审批" />
      <Tabs
        activeKey={tab}
        onChange={(list) => setParams(list === 'todo' ? {} : { list }, { replace: true })}
        items={[
          { key: 'todo', label: count > 0 ? `待我处理 ${formatCount(count)}` : '待我处理' },
          { key: 'done', label: '我处理过的' },
          { key: 'mine', label: '我发起的' },
          { key: 'copy', label: '抄送我的' },
        ]}
      />
      {tab === 'mine' ? (
        <OwnProcesses begin={begin} acts={acts} />
      ) : (
        <ApprovalTasks key={tab} acts={acts} tab={tab === 'done' || tab === 'copy' ? tab : 'todo'} />
      )}
      <Suspense>
        {opened && <DecisionDrawer decNo={opened} onClose={close} />}
        {delegating && <DelegationsDrawer onClose={() => setDelegating(false)} />}
        {starting && (
          <StartDrawer
            onClose={() => setStarting(false)}
            onStarted={(prcNo) => (setStarting(false), void navigate(processPath(prcNo)))}
          />
        )}
      </Suspense>
      {dialog}
    </div>
  )
}
