import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Pagination, Spin } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { WorkState } from '#domain/activities/activities.contract.ts'
import { UnitFilter } from '#features/ent/edcunit/pickers/unitFilter.picker.tsx'
import { query, useSend } from '#web/api/api.ts'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { EmptyState, NothingFits, ReadFailed } from '#web/list/EmptyState.tsx'
import { FilterBar } from '#web/list/filters/FilterBar.tsx'
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

const WorkViewer = lazyWindow(() => import('./WorkViewer.tsx'))

const pageSize = 24

/** Draws works to be reviewed, of one activity or of all: four across, opened one after the other with a and r. */
export default function Works({ actNo, filter }: { actNo?: string; filter?: ReactNode }) {
  const may = useMay()
  const narrow = useNarrow()
  const isSchool = useIsSchool()
  const list = useListState(wrk.getpage, { stt: WorkState.waiting, ...(actNo && { actNo }) })
  const { filters, setFilters, keyWord, look } = list
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
  const reported = filters.rptFlag === '1'
  const showReported = () => setFilters(reported ? { rptFlag: undefined } : { rptFlag: '1', stt: undefined })
  const reviews = may(wrk.setpass)
  return (
    <>
      <FilterBar
        keyword={<Keyword value={keyWord} onChange={look} placeholder="作品名称或作者" hotkey />}
        filters={
          <>
            {filter}
            <CodeFilter type="WRK_STT" label="状态" value={filters.stt} onChange={(stt) => setFilters({ stt })} />
            {isSchool && <UnitFilter label="班级" value={filters.unitNo} onChange={(unitNo) => setFilters({ unitNo })} />}
          </>
        }
        onReset={list.isFiltered ? list.clear : undefined}
      />
      <div className="page-tools">
        <Checkbox checked={reported} onChange={showReported}>
          只看被举报的
        </Checkbox>
        <Count count={data?.recordCount} hasKeys={!narrow && works.length > 0} />
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
      </div>
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
    </>
  )
}

const Count = ({ count, hasKeys }: { count: number | undefined; hasKeys: boolean }) => (
  <span className="grey" aria-live="polite">
    {count !== undefined && `共 ${formatCount(count)} 件`}
    {hasKeys && '；点开后按 a 通过，r 驳回，← → 换一件'}
  </span>
)

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
