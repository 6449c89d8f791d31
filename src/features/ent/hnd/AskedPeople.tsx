import { Download, Paperclip } from 'lucide-react'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { partOf } from '#contract/form/catalogue.ts'
import { AskedState, CollectionState } from '#domain/collections/collections.contract.ts'
import { useSend } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { useMay } from '#web/api/me.tsx'
import { type Out, save } from '#web/api/send.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { toast } from '#web/feedback/toast.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { RowButton } from '#web/menu/RowButton.tsx'
import { formatCount, formatTime } from '#web/page/format.ts'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { useExportAnswers } from './export/useExportAnswers.tsx'
import { AskedRow, hnd } from './hnd.contract.ts'
import './hnd.css'
import { placeAmong } from './export/places.contract.ts'
import { ProgressBar } from './ProgressBar.tsx'

const AnswerModal = lazyWindow(() => import('./AnswerModal.tsx'))
const ProxyDrawer = lazyWindow(() => import('./ProxyDrawer.tsx'))

type Row = Out<typeof hnd.getasked>['datas'][number]

/** Draws who is asked, by class and department and one by one, with what they answered. */
export default function AskedPeople({ collection }: { collection: Out<typeof hnd.get> }) {
  const { hndNo, stt, mineFlag, toCnt, doneCnt, exemptCnt, goneCnt, places, billClmns } = collection
  const may = useMay()
  const list = useListState(hnd.getasked, { hndNo, state: 'all' })
  const { filters, setFilters } = list
  const [read, setRead] = useState<Row>()
  const [filling, setFilling] = useState<Row>()
  const exempt = useSend(hnd.exempt)
  const runs = mineFlag === '1' && stt === CollectionState.open
  const { show, dialogs } = useDialogs()
  const exportAnswers = useExportAnswers(show)
  const which = { ...filters, hndNo, ...(list.keyWord && { keyWord: list.keyWord }) }
  const out = () => exportAnswers(which)
  const hasFiles = billClmns.some((column) => ['files', 'pictures'].includes(partOf(column)?.no ?? ''))
  const [packing, setPacking] = useState(false)
  const pack = async () => {
    setPacking(true)
    await save(hnd.exportfiles, which).catch((error: Error) => toast.error(error.message))
    setPacking(false)
  }
  const exemptAll = (toNos: string[], exmFlag: '0' | '1') => exempt.mutateAsync({ hndNo, toNos, exmFlag })
  const menuFor = (row: Row) =>
    menuOf([
      row.stt === AskedState.done && { key: 'read', label: '查看答卷', act: () => setRead(row) },
      runs &&
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
        search="姓名"
        offState={null}
        empty={{ hint: '没有这样的人', of: ['state'] }}
        chips={
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
          runs && may(hnd.exempt)
            ? (ticked, clear) => <Button onClick={() => void exemptAll(ticked, '1').then(clear)}>免填</Button>
            : undefined
        }
        tickable={(row) => row.stt === AskedState.todo}
        columns={[
          column<Row>(AskedRow, 'name', {
            width: 150,
            fixed: 'left',
            render: (name: string, row) =>
              row.stt === AskedState.done ? (
                <RowButton label={`看${name}的答卷`} onClick={() => setRead(row)}>
                  {name}
                </RowButton>
              ) : (
                name
              ),
          }),
          column<Row>(AskedRow, 'place', { width: 150, render: (_, row) => placeAmong(places, row) ?? '–' }),
          column<Row>(AskedRow, 'stt', {
            width: 120,
            render: (state: string, { lateFlag, backWhy }) => (
              <span className="row-name">
                <StatusTag type="ASK_STT" value={state} />
                {backWhy && <small className="grey">已退回：{shortened(backWhy)}</small>}
                {lateFlag === '1' && <small className="grey">过期填写</small>}
              </span>
            ),
          }),
          column<Row>(AskedRow, 'sentTm', { width: 150, render: (sentTm: string | null) => formatTime(sentTm) }),
          column<Row>(AskedRow, 'byName', {
            width: 140,
            render: (byName: string | null, { prxFlag }) => (byName ? (prxFlag === '1' ? `${byName}（代填）` : byName) : '–'),
          }),
          {
            key: 'told',
            title: '通知',
            width: 160,
            render: (_, { stt: state, toldCnt, remindCnt }) => (state === AskedState.todo ? toldWords(toldCnt, remindCnt) : '–'),
          },
          actionsColumn<Row>(menuFor, ({ name }) => name),
        ]}
      />
      <Suspense>
        {read && (
          <AnswerModal
            hndNo={hndNo}
            toNo={read.toNo}
            mayGiveBack={runs && may(hnd.giveback)}
            onClose={() => setRead(undefined)}
          />
        )}
        {filling && <ProxyDrawer collection={collection} row={filling} onClose={() => setFilling(undefined)} />}
      </Suspense>
      {dialogs}
    </>
  )
}

// Shows of a long reason how it begins.
const shortened = (why: string) => (why.length > 20 ? `${why.slice(0, 20)}…` : why)

const toldWords = (toldCnt: number, remindCnt: number) =>
  toldCnt === 0 ? '没有人接收消息' : remindCnt > 0 ? `已提醒 ${remindCnt} 次` : '已通知'
