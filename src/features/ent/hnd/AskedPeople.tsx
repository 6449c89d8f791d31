import { Download, Paperclip } from 'lucide-react'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { partOf } from '#contract/form/catalogue.ts'
import { hasScore } from '#contract/form/scores.ts'
import { Anonymity, AskedState, CollectionState } from '#domain/collections/collections.contract.ts'
import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { type In, type Out, save } from '#web/api/send.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { toast } from '#web/feedback/toast.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import { useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { formatCount } from '#web/page/format.ts'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { useExportAnswers } from './export/useExportAnswers.tsx'
import { hnd } from './hnd.contract.ts'
import './hnd.css'
import { peopleColumns } from './peopleColumns.tsx'
import { ProgressBar } from './ProgressBar.tsx'

const AnswerModal = lazyWindow(() => import('./answers/AnswerModal.tsx'))
const ProxyDrawer = lazyWindow(() => import('./answers/ProxyDrawer.tsx'))

type Row = Out<typeof hnd.getasked>['datas'][number]

/** Draws who is asked, by class and department and one by one, with what they answered. */
export default function AskedPeople({ collection }: { collection: Out<typeof hnd.get> }) {
  const { hndNo, stt, mineFlag, toCnt, doneCnt, exemptCnt, goneCnt, places, billClmns, anon, opnFlag } = collection
  const isNamed = anon === Anonymity.none
  const may = useMay()
  const list = useListState(hnd.getasked, { hndNo, state: 'all' })
  const { filters, setFilters } = list
  const [read, setRead] = useState<Row>()
  const [filling, setFilling] = useState<Row>()
  const exempt = useSend(hnd.exempt)
  const runs = mineFlag === '1' && stt === CollectionState.open
  const { show, ask, dialogs } = useDialogs()
  const exportAnswers = useExportAnswers(show)
  const { order, ...filter } = filters
  const which = { ...filter, hndNo, ...(list.keyWord && { keyWord: list.keyWord }) }
  const out = () => exportAnswers(which)
  const hasFiles = billClmns.some((column) => ['files', 'pictures'].includes(partOf(column)?.no ?? ''))
  const [packing, setPacking] = useState(false)
  const pack = async () => {
    setPacking(true)
    await save(hnd.exportfiles, which).catch((error: Error) => toast.error(error.message))
    setPacking(false)
  }
  const exemptAll = (toNos: string[], exmFlag: '0' | '1') => exempt.mutateAsync({ hndNo, toNos, exmFlag })
  const discard = useSend(hnd.discard)
  const askDiscard = ({ toNo, name }: Row) =>
    ask({
      title: `作废${name}`,
      touches: '不再计入份数、统计和导出，不能恢复。填的人打开链接会看到已作废。',
      verb: '作废',
      act: () => discard.mutateAsync({ hndNo, toNo }),
    })
  const menuFor = (row: Row) =>
    menuOf([
      isNamed && row.stt === AskedState.done && { key: 'read', label: '查看答卷', act: () => setRead(row) },
      runs &&
        may(hnd.discard) &&
        row.kind === 'link' && { key: 'discard', label: '作废', danger: true, act: () => askDiscard(row) },
      runs &&
        isNamed &&
        row.kind !== 'link' &&
        may(hnd.proxy) &&
        (row.stt === AskedState.todo || row.prxFlag === '1') && {
          key: 'proxy',
          label: row.prxFlag === '1' ? '重新代填' : '代填',
          act: () => setFilling(row),
        },
      runs &&
        may(hnd.exempt) &&
        (row.stt === AskedState.todo || row.stt === AskedState.exempt) && {
          key: 'exempt',
          label: row.stt === AskedState.exempt ? '取消免填' : '免填',
          act: () => void exemptAll([row.toNo], row.stt === AskedState.exempt ? '0' : '1'),
        },
    ])
  return (
    <>
      {places.length > 1 && (
        <ul className="asked-places" aria-label="各班级和部门的进度">
          {places.map(({ placeNo, place, ...counts }) => (
            <li key={placeNo}>
              <span>{place ?? '没有班级或部门'}</span>
              <ProgressBar done={counts.doneCnt} of={counts.toCnt} />
            </li>
          ))}
        </ul>
      )}
      <PageTable
        call={hnd.getasked}
        list={list}
        rowKey="toNo"
        search={opnFlag === '1' ? '第几份' : '姓名'}
        offState={null}
        empty={{ hint: '没有这样的人', of: ['state'] }}
        filters={isNamed && hasScore(billClmns) && <ScoreOrder order={order} onChange={(to) => setFilters({ order: to })} />}
        chips={
          opnFlag === '0' && (
            <SegmentedControl
              aria-label="填写情况"
              value={filters.state ?? 'all'}
              onChange={(state) => setFilters({ state })}
              options={[
                { value: 'all', label: `全部 ${formatCount(toCnt + exemptCnt + goneCnt)}` },
                { value: 'todo', label: `未填 ${formatCount(toCnt - doneCnt)}` },
                { value: 'done', label: `已填 ${formatCount(doneCnt)}` },
                ...(exemptCnt > 0 ? [{ value: 'exempt' as const, label: `免填 ${formatCount(exemptCnt)}` }] : []),
                ...(goneCnt > 0 ? [{ value: 'gone' as const, label: `已离开 ${formatCount(goneCnt)}` }] : []),
              ]}
            />
          )
        }
        actions={
          may(hnd.export) && (
            <>
              {hasFiles && (
                <Button icon={<Paperclip />} loading={packing} onClick={() => void pack()}>
                  下载附件
                </Button>
              )}
              <Button icon={<Download />} onClick={out}>
                导出
              </Button>
            </>
          )
        }
        bulk={
          runs && opnFlag === '0' && may(hnd.exempt)
            ? (ticked, clear) => <Button onClick={() => void exemptAll(ticked, '1').then(clear)}>免填</Button>
            : undefined
        }
        tickable={(row) => row.stt === AskedState.todo}
        columns={peopleColumns({ collection, onRead: setRead, menuOf: menuFor })}
      />
      <Suspense>
        {read && (
          <AnswerModal
            hndNo={hndNo}
            toNo={read.toNo}
            mayGiveBack={runs && read.kind !== 'link' && may(hnd.giveback)}
            onClose={() => setRead(undefined)}
          />
        )}
        {filling && <ProxyDrawer collection={collection} row={filling} onClose={() => setFilling(undefined)} />}
      </Suspense>
      {dialogs}
    </>
  )
}

type Order = In<typeof hnd.getasked>['order']

/** Sorts by the score. */
const ScoreOrder = ({ order, onChange }: { order: string | undefined; onChange: (order: Order) => void }) => (
  <SelectFilter
    label="排序"
    all="未填的在前"
    width={140}
    options={[
      { value: 'high', label: '得分从高到低' },
      { value: 'low', label: '得分从低到高' },
    ]}
    value={order === 'asked' ? undefined : order}
    onChange={(to) => onChange(to as Order)}
  />
)
