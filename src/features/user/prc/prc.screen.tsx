import { FileCheck } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useSearchParams } from 'react-router'
import { FormRead } from '#domain/forms/FormRead.tsx'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { query } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { Masked } from '#web/form/masked/Masked.tsx'
import { RecordColumns } from '#web/head/RecordColumns.tsx'
import { RecordHead } from '#web/head/RecordHead.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatTime } from '#web/page/format.ts'
import { PageTrail } from '#web/page/PageTrail.tsx'
import { useTabName } from '#web/page/tab.ts'
import { prc } from './prc.contract.ts'
import './prc.css'
import { ProcessLeaves } from './ProcessLeaves.tsx'
import { ProcessTimeline } from '#domain/approvals/ProcessTimeline.tsx'
import { ProcessPaper } from './print/ProcessPaper.tsx'
import { useProcessActs } from './useProcessActs.tsx'

/** Draws something that was handed in: what stands in it, what was done about it, and what the caller may do. */
export default function ProcessScreen() {
  const [params] = useSearchParams()
  const prcNo = params.get('prcNo') ?? ''
  const { choices } = useFormSources()
  const { data, error, refetch } = useQuery(query(prc.get, { prcNo }))
  const { acts, dialogs } = useProcessActs(data, () => void refetch())
  useTabName(data?.title)
  if (error && !data) return <ReadFailed page="申请" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} className="page-spin" />
  const { title, stt, flowName, empName, place, ptrFlag, sentTm, billClmns, vals, files, mineFlag, leaves, dlgFlag } = data
  return (
    <div className="page touch">
      <PageTrail steps={[{ label: '审批', to: '/user/tsk' }]} />
      <RecordHead
        mark={<FileCheck />}
        name={title}
        state={<StatusTag type="PRC_STT" value={stt} />}
        facts={[
          flowName,
          place ? `${empName}（${place}）` : empName,
          `${formatTime(sentTm)} 提交`,
          ptrFlag === '1' && '家长通过通知链接提交，请向家长核实',
        ]}
      />
      <RecordColumns side={<ProcessTimeline process={data} />}>
        <section aria-label="申请内容">
          <FormRead
            columns={billClmns}
            values={vals}
            choices={choices}
            linkOf={(fileNo) => files.find((one) => one.fileNo === fileNo)?.url}
            {...(mineFlag === '0' && {
              masked: ({ clmnNo }, words) => <Masked value={words} call={prc.reveal} input={{ prcNo, clmnNo }} />,
            })}
          />
        </section>
        {leaves.length > 0 && <ProcessLeaves leaves={leaves} isMine={mineFlag === '1'} offersDelegation={dlgFlag === '1'} />}
        <div className="process-acts">
          {acts.map(({ key, label, act, danger = false, primary = false }) => (
            <Button key={key} type={primary ? 'primary' : 'default'} danger={danger} onClick={act}>
              {label}
            </Button>
          ))}
        </div>
      </RecordColumns>
      <ProcessPaper process={data} choices={choices} />
      {dialogs}
    </div>
  )
}
