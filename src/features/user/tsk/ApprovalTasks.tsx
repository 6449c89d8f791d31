import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useSend } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import type { Out } from '#web/api/send.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { toast } from '#web/feedback/toast.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { formatCount, formatTime } from '#web/page/format.ts'
import { decisionPath, processPath } from '#domain/approvals/paths.web.ts'
import { TaskRow, tsk } from './tsk.contract.ts'

const NotPassed = lazyWindow(() => import('./NotPassed.tsx'))

type Row = Out<typeof tsk.getpage>['datas'][number]
type Tab = 'todo' | 'done' | 'copy'

const hints: Record<Tab, string> = {
  todo: '没有要你处理的申请和要办的事',
  done: '还没有处理过申请',
  copy: '还没有人抄送给你',
}

/** Draws the caller's tasks of one kind; several that need no more than a word are passed at once. */
export function ApprovalTasks({ tab, acts }: { tab: Tab; acts: ReactNode }) {
  const list = useListState(tsk.getpage, { tab })
  const navigate = useNavigate()
  const many = useSend(tsk.many)
  const { show, dialogs } = useDialogs()
  const passAll = async (tskNos: string[], clear: () => void) => {
    const { result } = await many.mutateAsync({ tskNos })
    const { doneCnt, failed } = result
    if (doneCnt > 0) toast.success(`已同意 ${formatCount(doneCnt)} 项`)
    if (failed.length > 0) show((close) => <NotPassed failures={failed} onClose={close} />)
    clear()
  }
  const pathOf = ({ prcNo, tskNo }: Row) => (prcNo ? processPath(prcNo) : decisionPath(tskNo))
  return (
    <>
      <PageTable
        call={tsk.getpage}
        list={list}
        rowKey="tskNo"
        search="标题"
        offState={null}
        actions={acts}
        empty={{ hint: hints[tab], of: ['tab'] }}
        bulk={
          tab === 'todo'
            ? (ticked, clear) => (
                <Button loading={many.isPending} onClick={() => void passAll(ticked, clear)}>
                  同意
                </Button>
              )
            : undefined
        }
        tickable={(row) => row.plainFlag === '1'}
        columns={[
          linkedNameColumn<Row>(TaskRow, 'title', 300, { open: (row) => void navigate(pathOf(row)), hrefOf: pathOf }),
          column<Row>(TaskRow, 'empName', { width: 110 }),
          ...(tab === 'todo'
            ? [
                column<Row>(TaskRow, 'dueTm', {
                  width: 150,
                  render: (dueTm: string | null, { lateFlag }) =>
                    lateFlag === '1' ? <span className="bad-line">{formatTime(dueTm)}</span> : formatTime(dueTm),
                }),
              ]
            : []),
          column<Row>(TaskRow, 'flowName', { width: 140 }),
          column<Row>(TaskRow, 'stepName', {
            width: 130,
            render: (stepName: string, { forName }) => (forName ? `${stepName}（代${forName}）` : stepName),
          }),
          ...(tab === 'done'
            ? [column<Row>(TaskRow, 'stt', { width: 100, render: (stt: string) => <StatusTag type="TSK_STT" value={stt} /> })]
            : []),
          column<Row>(TaskRow, 'prcStt', {
            width: 100,
            render: (stt: string | null) => (stt ? <StatusTag type="PRC_STT" value={stt} /> : '–'),
          }),
          column<Row>(TaskRow, 'cameTm', { width: 150, render: (cameTm: string) => formatTime(cameTm) }),
          ...(tab === 'done'
            ? [column<Row>(TaskRow, 'doneTm', { width: 150, render: (doneTm: string | null) => formatTime(doneTm) })]
            : []),
        ]}
      />
      {dialogs}
    </>
  )
}
