import { Download } from 'lucide-react'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { ManState, MeetingState } from '#domain/meetings/meetings.contract.ts'
import { useSend } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { formatCount } from '#web/page/format.ts'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { type Out, save } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { AddPeople } from './AddPeople.tsx'
import type { MeetingInfo } from '../MeetingFacts.tsx'
import { mtg } from '../mtg.contract.ts'
import { Man } from '../mtg.parts.contract.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { RowButton } from '#web/menu/RowButton.tsx'

const ReplyModal = lazyWindow(() => import('../replies/ReplyModal.tsx'))

type Row = Out<typeof mtg.getmtgmanpage>['datas'][number]
const nobody: ReadonlySet<string> = new Set()

/** Draws the people a meeting asks, and their replies. */
export default function MeetingPeople({ meeting }: { meeting: MeetingInfo }) {
  const { mtgNo, editFlag, stt, billClmns } = meeting
  const may = useMay()
  const list = useListState(mtg.getmtgmanpage, { mtgNo })
  const { filters, setFilters } = list
  const add = useSend(mtg.importmtgman, { said: (_, { addCnt }) => `已添加 ${formatCount(addCnt)} 位参会人员` })
  const remove = useSend(mtg.deletemtgman)
  const { ask, dialog } = useConfirm()
  const [read, setRead] = useState<Row>()
  const isOpen = stt === MeetingState.draft || stt === MeetingState.published || stt === MeetingState.underWay
  const runs = editFlag === '1'
  const askRemove = (manNos: string[], clear: () => void) =>
    ask({
      title: `移除 ${formatCount(manNos.length)} 人`,
      touches: '他们将不再在这次会议的名单里，可以撤销。',
      verb: '移除',
      act: () => remove.mutateAsync({ mtgNo, manNos }).then(clear),
    })
  const out = () => save(mtg.exportmtgman, { ...filters, mtgNo }).catch((error: Error) => toast.error(error.message))
  return (
    <>
      <PageTable
        call={mtg.getmtgmanpage}
        list={list}
        rowKey="manNo"
        search="姓名、拼音或手机后四位"
        offState={null}
        empty={{ hint: '还没有参会人员' }}
        actions={
          runs && (
            <>
              {isOpen && may(mtg.importmtgman) && (
                <AddPeople mtgNo={mtgNo} taken={nobody} onAdd={(mans) => add.mutateAsync({ mtgNo, mans })} />
              )}
              {may(mtg.exportmtgman) && (
                <Button icon={<Download />} onClick={() => void out()}>
                  导出
                </Button>
              )}
            </>
          )
        }
        bulk={
          runs && isOpen && may(mtg.deletemtgman)
            ? (ticked, clear) => (
                <Button danger onClick={() => askRemove(ticked, clear)}>
                  移除所选
                </Button>
              )
            : undefined
        }
        filters={
          <>
            <CodeFilter type="MAN_TYPE" label="类型" value={filters.manType} onChange={(manType) => setFilters({ manType })} />
            <CodeFilter type="MTG_MAN_STT" label="状态" value={filters.stt} onChange={(to) => setFilters({ stt: to })} />
          </>
        }
        columns={[
          column<Row>(Man, 'manName', {
            width: 110,
            fixed: 'left',
            render: (name: string, row) => (
              <span className="row-name">
                {row.vals && billClmns.length > 0 ? (
                  <RowButton label={`看${name}的回执`} onClick={() => setRead(row)}>
                    {name}
                  </RowButton>
                ) : (
                  name
                )}
                {row.awayFlag === '1' && <span className="tag warn">请假</span>}
              </span>
            ),
          }),
          column<Row>(Man, 'manType', { width: 96 }),
          column<Row>(Man, 'workUnit', { width: 150 }),
          column<Row>(Man, 'manTel', { width: 120 }),
          column<Row>(Man, 'rsn', { width: 160, minor: true }),
          column<Row>(Man, 'repTm', { width: 140, minor: true }),
          column<Row>(Man, 'stt', {
            width: 88,
            // Tells of somebody on leave who came all the same that they did.
            render: (state: string, { comeFlag }) =>
              state === ManState.leave && comeFlag === '1' ? (
                <span className="tag ok">已到</span>
              ) : (
                <StatusTag type="MTG_MAN_STT" value={state} />
              ),
          }),
        ]}
      />
      {read && (
        <Suspense>
          <ReplyModal
            title={`${read.manName}的回执`}
            reply={read}
            columns={billClmns}
            of={{ mtgNo, manNo: read.manNo }}
            onClose={() => setRead(undefined)}
          />
        </Suspense>
      )}
      {dialog}
    </>
  )
}
