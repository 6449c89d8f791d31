import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Pagination, Spin } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { query, useSend } from '#web/api/api.ts'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { EmptyState, NothingFits, ReadFailed } from '#web/list/EmptyState.tsx'
import { FieldsModal } from '#web/form/FieldsModal.tsx'
import { formatCount } from '#web/page/format.ts'
import { Chips } from '#web/list/filters/Chips.tsx'
import { usePageCounts } from '#web/list/filters/usePageCounts.ts'
import { Label } from '#web/api/dictionary.tsx'
import { ListHead } from '#web/list/ListHead.tsx'
import { TickedTools } from '#web/list/ticks.tsx'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { type ListState, useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { photo } from './photo.contract.ts'
import { PhotoCard } from './PhotoCard.tsx'
import { PhotoState } from '#domain/people/photos.contract.ts'
import { PageHead } from '#web/head/PageHead.tsx'
import { usePlaceInHead } from '#web/head/usePlaceInHead.ts'
import '#domain/people/pictures/pictures.css'

const pageSize = 20

/** Draws submitted photos, each beside the one it would replace: pass or refuse, one or many. */
export default function PhotoScreen() {
  const may = useMay()
  const list = useListState(photo.getpage, { stt: PhotoState.waiting })
  const { filters, setFilters, keyWord, look } = list
  const [places, findPlace] = usePlaceInHead()
  const [marked, setTicked] = useState<string[]>([])
  const [refusing, setRefusing] = useState<string[]>()
  const asked = { ...filters, keyWord, pageIndex: list.pageIndex, pageSize }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...query(photo.getpage, asked),
    placeholderData: (before) => before,
  })
  const pass = useSend(photo.pass, { said: ({ applyNos }) => `已通过 ${formatCount(applyNos.length)} 张照片` })
  const passes = (applyNos: string[]) => pass.mutate({ applyNos }, { onSuccess: () => setTicked([]) })
  const waits = filters.stt === PhotoState.waiting && may(photo.pass)
  // Drops ticked rows that are no longer visible.
  const ticked = marked.filter((no) => data?.datas.some(({ applyNo }) => applyNo === no))
  // Goes to the last page that has photos when those of the shown one are done.
  const last = Math.ceil((data?.recordCount ?? 0) / pageSize)
  const isPast = !isPlaceholderData && last > 0 && list.pageIndex > last
  const turnBack = useEffectEvent(() => list.setPage(last, pageSize))
  useEffect(() => {
    if (isPast) turnBack()
  }, [isPast])
  const passable = (data?.datas ?? []).filter(({ phtType, cnsntFlag }) => phtType === 'card' || cnsntFlag === '1')
  return (
    <div className="page touch">
      <PageHead title="照片审核" />
      <span ref={findPlace} hidden />
      <ListHead
        places={places}
        heading={
          <span className="grey" aria-live="polite">
            {data && `共 ${formatCount(data.recordCount)} 张`}
          </span>
        }
        chips={<PhotoChips list={list} />}
        keyword={<Keyword value={keyWord} onChange={look} placeholder="姓名、拼音、工号或学号" hotkey />}
        filters={
          <>
            <SelectFilter
              label="人员"
              options={[
                { value: 'emp', label: '员工' },
                { value: 'stu', label: '学生' },
                { value: 'ptr', label: '家长' },
              ]}
              value={filters.owner}
              onChange={(owner) => setFilters({ owner })}
            />
            <CodeFilter
              type="PHT_TYPE"
              label="照片类型"
              value={filters.phtType}
              onChange={(phtType) => setFilters({ phtType })}
            />
          </>
        }
        onReset={list.isFiltered ? list.clear : undefined}
      >
        {waits && <TickAll passable={passable} ticked={ticked} onTick={setTicked} />}
      </ListHead>
      {ticked.length > 0 && (
        <TickedTools count={ticked.length} onClear={() => setTicked([])}>
          <Button type="primary" loading={pass.isPending} onClick={() => passes(ticked)}>
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
      ) : data.datas.length > 0 ? (
        <div className="photo-cards">
          {data.datas.map((application) => (
            <PhotoCard
              key={application.applyNo}
              application={application}
              ticked={ticked.includes(application.applyNo)}
              onTick={(on) =>
                setTicked(on ? [...ticked, application.applyNo] : ticked.filter((no) => no !== application.applyNo))
              }
              onPass={waits ? () => passes([application.applyNo]) : undefined}
              onRefuse={waits ? () => setRefusing([application.applyNo]) : undefined}
            />
          ))}
        </div>
      ) : list.isFiltered ? (
        <NothingFits onClear={list.clear} />
      ) : (
        <EmptyState hint="没有待审照片" />
      )}
      {data && data.recordCount > pageSize && (
        <Pagination align="end" current={list.pageIndex} pageSize={pageSize} total={data.recordCount} onChange={list.setPage} />
      )}
      {refusing && (
        <FieldsModal
          title={`驳回 ${formatCount(refusing.length)} 张照片`}
          call={photo.reject}
          send={{ applyNos: refusing }}
          okText="驳回"
          said={`已驳回 ${formatCount(refusing.length)} 张照片`}
          width={440}
          onClose={() => setRefusing(undefined)}
          onDone={() => setTicked([])}
          fields={['rsn']}
        />
      )}
    </div>
  )
}

const states = Object.values(PhotoState)

/** Draws how many photos match the other filters, of each state; each is a way to see just those. */
function PhotoChips({ list: { filters, setFilters, keyWord } }: { list: ListState }) {
  const counts = usePageCounts(
    photo.getpage,
    states.map((stt) => ({ ...filters, stt, keyWord })),
  )
  return (
    <Chips
      chips={states.map((stt, at) => ({
        key: stt,
        label: <Label type="PHT_STT" value={stt} />,
        count: counts[at],
        is: filters.stt === stt,
        onShow: () => setFilters({ stt }),
      }))}
    />
  )
}

type TickAllProps = { passable: readonly { applyNo: string }[]; ticked: readonly string[]; onTick: (nos: string[]) => void }

function TickAll({ passable, ticked, onTick }: TickAllProps) {
  if (passable.length === 0) return null
  const all = passable.every(({ applyNo }) => ticked.includes(applyNo))
  return (
    <Checkbox checked={all} onChange={() => onTick(all ? [] : passable.map(({ applyNo }) => applyNo))}>
      全选本页
    </Checkbox>
  )
}
