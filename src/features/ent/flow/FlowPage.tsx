import { Route as RouteIcon } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { starters } from '#domain/approvals/approvals.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { LeaveFieldsInput } from './editor/LeaveFieldsInput.tsx'
import { StartByInput } from './editor/StartByInput.tsx'
import { StatusTag } from '#web/api/dictionary.tsx'
import { useMay } from '#web/api/me.tsx'
import { lazyPage, lazyWindow } from '#web/feedback/lazyPart.tsx'
import { RecordHead } from '#web/head/RecordHead.tsx'
import { historyTab } from '#web/history/historyTab.tsx'
import { RecordTabs } from '#web/layout/RecordTabs.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { RecordNeighbours } from '#web/list/RecordNeighbours.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { formatCount, formatTime } from '#web/page/format.ts'
import { PageTrail } from '#web/page/PageTrail.tsx'
import { useTabName } from '#web/page/tab.ts'
import { type ShownFlow, useFlowEdit } from './editor/useFlowEdit.web.ts'
import { useMentioned } from './editor/useMentioned.web.ts'
import { flow as calls } from './flow.contract.ts'
import './flow.css'
import { pathOf, useFlowActions } from './useFlowActions.tsx'

const StepList = lazyPage(() => import('./editor/StepList.tsx'))
const TryDrawer = lazyWindow(() => import('./editor/TryDrawer.tsx'))

/** Draws the page that a flow of approvals is written on. */
export default function FlowPage() {
  const { flowNo = '' } = useParams()
  const { data, error, refetch } = useQuery(query(calls.get, { flowNo }))
  useTabName(data?.flowName)
  if (error && !data) return <ReadFailed page="审批流程" message={error.message} onRetry={() => void refetch()} />
  return data ? <Editor key={flowNo} flow={data} /> : <Spin delay={200} className="page-spin" />
}

function Editor({ flow }: { flow: ShownFlow }) {
  const { flowNo, flowName, tmplName, stt, verNo, openCnt, updTm, changedFlag, steps } = flow
  const may = useMay()
  const navigate = useNavigate()
  const { actsOf, show, ask, dialogs } = useFlowActions(() => void navigate('/ent/flow'))
  const edit = useFlowEdit(flow)
  const { known, takeNames } = useMentioned(flow)
  const publish = useSend(calls.publish)

  const onConflict = () =>
    ask({
      title: '别人刚改过这个流程',
      touches: '可以用你现在的步骤覆盖别人刚保存的；也可以取消，从“更多”里放弃自己的修改，再看别人改了什么。',
      verb: '用我的覆盖',
      act: () => edit.save({ onConflict: () => {}, isOver: true }),
    })
  const save = () => edit.save({ onConflict })
  const askPublish = () =>
    ask({
      title: `发布“${flowName}”`,
      touches: '发布后新发起的申请按现在的步骤审批，已经发起的仍按原来的步骤走完。',
      verb: '发布',
      isHarmless: true,
      act: () => publish.mutateAsync({ flowNo, ver: flow.ver }),
    })
  const tryIt = async () => {
    if (edit.isChanged && !(await save())) return
    show((close) => <TryDrawer flowNo={flowNo} onClose={close} />)
  }
  const mayPublish = may(calls.publish) && changedFlag === '1' && steps.length > 0
  const first = edit.isChanged ? { label: '保存', act: () => void save() } : mayPublish && { label: '发布', act: askPublish }
  return (
    <div className="page touch">
      <PageTrail steps={[{ label: '审批流程', to: '/ent/flow' }]} />
      <RecordHead
        mark={<RouteIcon />}
        name={flowName}
        state={<StatusTag type="FLOW_STT" value={stt} />}
        facts={[
          `表单：${tmplName}`,
          verNo !== null && `第 ${verNo} 版`,
          openCnt > 0 && `${formatCount(openCnt)} 个正在审批`,
          `${formatTime(updTm)} 更新`,
        ]}
        first={first}
        menu={menuOf([edit.isChanged && { key: 'discard', label: '放弃修改', danger: true, act: edit.discard }, ...actsOf(flow)])}
        neighbours={<RecordNeighbours call={calls.getpage} rowKey="flowNo" no={flowNo} of="个流程" pathOf={pathOf} />}
      />
      <RecordTabs
        path={pathOf(flowNo)}
        tabs={[
          {
            key: 'steps',
            label: '步骤',
            children: (
              <div className="stack">
                <div className="page-tools">
                  <Button disabled={edit.steps.length === 0} loading={edit.isSaving} onClick={() => void tryIt()}>
                    {edit.isChanged ? '保存并试走' : '试走'}
                  </Button>
                  <span role="status" className="grey">
                    {stateWords(edit.isChanged, flow)}
                  </span>
                </div>
                <StepList edit={edit} known={known} onNames={takeNames} />
                <StartByInput flow={flow} />
                <LeaveFieldsInput flow={flow} />
              </div>
            ),
          },
          historyTab('flow', flowNo),
        ]}
      />
      {dialogs}
    </div>
  )
}

function stateWords(isChanged: boolean, { changedFlag, verNo, steps, startBy }: ShownFlow): string {
  if (isChanged) return '有没保存的修改'
  if (verNo === null && steps.length === 0) return ''
  if (verNo === null)
    return startBy === 'none' ? '还没有发布，收集还不能用它审批' : `还没有发布，${starters[startBy]}还不能用它发起申请`
  return changedFlag === '1' ? '有没发布的修改，新的申请仍按上一版走' : ''
}
