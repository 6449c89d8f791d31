import { useQuery } from '@tanstack/react-query'
import { Button, Pagination, Spin } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { WorkState } from '#domain/activities/activities.contract.ts'
import { UnitFilter } from '#features/ent/edcunit/pickers/unitFilter.picker.tsx'
import { query, useSend } from '#web/api/api.ts'
import { Label } from '#web/api/dictionary.tsx'
import { Chips } from '#web/list/filters/Chips.tsx'
import { usePageCounts } from '#web/list/filters/usePageCounts.ts'
import { ListHead } from '#web/list/ListHead.tsx'
import { EmptyState, NothingFits, ReadFailed } from '#web/list/EmptyState.tsx'
import { FieldsModal } from '#web/form/FieldsModal.tsx'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { type ListState, useListState } from '#web/list/listState.ts'
import { useIsSchool, useMay } from '#web/api/me.tsx'
import { TickedTools } from '#web/list/ticks.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { WorkCard } from './WorkCard.tsx'
import './works.css'
import { wrk } from './wrk.contract.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { usePlaceInHead } from '#web/head/usePlaceInHead.ts'

const WorkViewer = lazyWindow(() => import('./WorkViewer.tsx'))

const pageSize = 24

/** Draws works to be reviewed, of one activity or of all: four across, opened one after the other with a and r. */
export default function Works({ actNo, filter }: { actNo?: string; filter?: ReactNode }) {
  const may = useMay()
  const isSchool = useIsSchool()
  const list = useListState(wrk.getpage, { stt: WorkState.waiting, ...(actNo && { actNo }) })
  const { filters, setFilters, keyWord, look } = list
  const [places, findPlace] = usePlaceInHead()
  const [marked, setMarked] = useState<string[]>([])
  const [opened, setOpened] = useState<string>()
  const [refusing, setRefusing] = useState<string[]>()
  const { data, error, refetch } = useQuery({
    ...query(wrk.getpage, { ...filters, keyWord: keyWord || undefined, pageIndex: list.pageIndex, pageSize }),
    placeholderData: (before) => before,
  })
  const pass = useSend(wrk.setpass, { said: ({ wrkNos }) => `已通过 ${formatCount(wrkNos.length)} 件作品` })
  const keep = useSend(wrk.setkept, { said: () => '作品已保留' })
  const remove = useSend(wrk.delete, { said: ({ wrkNos }) => `已删除 ${formatCount(wrkNos.length)} 件作品` })
  const works = data?.datas ?? []
  // Drops ticked works that are no longer visible.
  const ticked = marked.filter((no) => works.some(({ wrkNo }) => wrkNo === no))
  const reviews = may(wrk.setpass)
  return (
    <div className="stack" ref={findPlace}>
      <ListHead
        places={places}
        heading={
          <span className="grey" aria-live="polite">
            {data && `共 ${formatCount(data.recordCount)} 件`}
          </span>
        }
        chips={<WorkChips list={list} />}
        keyword={<Keyword value={keyWord} onChange={look} placeholder="作品名称或作者" hotkey />}
        filters={
          <>
            {filter}
            {isSchool && <UnitFilter label="班级" value={filters.unitNo} onChange={(unitNo) => setFilters({ unitNo })} />}
          </>
        }
        onReset={list.isFiltered ? list.clear : undefined}
      />
      {ticked.length > 0 && (
        <TickedTools count={ticked.length} onClear={() => setMarked([])}>
          <Button type="primary" onClick={() => pass.mutate({ wrkNos: ticked }, { onSuccess: () => setMarked([]) })}>
            通过
          </Button>
          <Button danger onClick={() => setRefusing(ticked)}>
            驳回
          </Button>
        </TickedTools>
      )}
      {error && !data ? (
        <ReadFailed message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Spin delay={200} className="page-spin" />
      ) : works.length > 0 ? (
        <div className="works">
          {works.map((work) => (
            <WorkCard
              key={work.wrkNo}
              work={work}
              ticked={ticked.includes(work.wrkNo)}
              onTick={
                reviews && work.stt === WorkState.waiting
                  ? (on) => setMarked(on ? [...ticked, work.wrkNo] : ticked.filter((no) => no !== work.wrkNo))
                  : undefined
              }
              onOpen={() => setOpened(work.wrkNo)}
            />
          ))}
        </div>
      ) : (
        <NoWorks list={list} />
      )}
      {works.length > 0 && <Keys />}
      <Pages list={list} total={data?.recordCount} />
      {opened && (
        <Suspense>
          <WorkViewer
            works={works}
            wrkNo={opened}
            onGo={setOpened}
            onPass={reviews ? (wrkNo) => pass.mutate({ wrkNos: [wrkNo] }) : undefined}
            onRefuse={may(wrk.setreject) ? (wrkNo) => setRefusing([wrkNo]) : undefined}
            onKeep={may(wrk.setkept) ? (wrkNo) => keep.mutate({ wrkNos: [wrkNo] }) : undefined}
            onDelete={(wrkNo) => remove.mutate({ wrkNos: [wrkNo] })}
            isBusy={refusing !== undefined}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
      {refusing && <Refusal wrkNos={refusing} onClose={() => setRefusing(undefined)} onDone={() => setMarked([])} />}
    </div>
  )
}

const states: Record<string, string>[] = [
  {},
  ...[WorkState.waiting, WorkState.shown, WorkState.refused].map((stt) => ({ stt })),
  { rptFlag: '1' },
]

/** Draws how many works match the other filters, of each state and reported; each is a way to see just those. */
function WorkChips({ list: { filters, setFilters, keyWord } }: { list: ListState }) {
  const { stt, rptFlag, ...others } = filters
  const counts = usePageCounts(
    wrk.getpage,
    states.map((state) => ({ ...others, ...state, keyWord: keyWord || undefined })),
  )
  return (
    <Chips
      chips={states.map((state, at) => ({
        key: state.stt ?? (state.rptFlag ? 'reported' : 'all'),
        label: state.stt ? <Label type="WRK_STT" value={state.stt} /> : state.rptFlag ? '被举报' : '全部',
        count: counts[at],
        is: stt === state.stt && rptFlag === state.rptFlag,
        onShow: () => setFilters({ stt: state.stt, rptFlag: state.rptFlag }),
      }))}
    />
  )
}

const Keys = () => !useNarrow() && <span className="grey">点开后按 a 通过，r 驳回，← → 换一件</span>

type RefusalProps = { wrkNos: string[]; onClose: () => void; onDone: () => void }

const Refusal = ({ wrkNos, ...told }: RefusalProps) => (
  <FieldsModal
    title={`驳回 ${formatCount(wrkNos.length)} 件作品`}
    call={wrk.setreject}
    send={{ wrkNos }}
    okText="驳回"
    said={`已驳回 ${formatCount(wrkNos.length)} 件作品`}
    width={440}
    {...told}
    fields={['answer']}
  />
)

const NoWorks = ({ list }: { list: ListState }) =>
  list.isFiltered ? <NothingFits onClear={list.clear} /> : <EmptyState hint="没有待审作品" />

const Pages = ({ list, total = 0 }: { list: ListState; total: number | undefined }) =>
  total > pageSize && (
    <Pagination align="end" current={list.pageIndex} pageSize={pageSize} total={total} onChange={list.setPage} />
  )
