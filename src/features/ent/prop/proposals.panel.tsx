import { Button } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { ProposalState } from '#domain/collections/collections.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import type { In, Out } from '#web/api/send.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { Masked } from '#web/form/masked/Masked.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { SelectFilter } from '#web/list/filters/SelectFilter.tsx'
import type { ListColumn } from '#web/list/dataTable.types.ts'
import { useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { formatCount, formatTime } from '#web/page/format.ts'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { prop, Proposal } from './prop.contract.ts'
import { RejectModal } from './RejectModal.tsx'

const NotWritten = lazyWindow(() => import('./NotWritten.tsx'))

type Row = Out<typeof prop.getpage>['datas'][number]

/** Draws what answers propose to change in archives, of one collection where it is named, and decides about it. */
export default function ProposalList({ hndNo }: { hndNo?: string }) {
  const may = useMay()
  const list = useListState(prop.getpage, { ...(hndNo && { hndNo }), stt: ProposalState.open })
  const { filters, setFilters } = list
  const { data: counts } = useQuery(query(prop.getcounts, hndNo ? { hndNo } : {}))
  const { show, ask, dialogs } = useDialogs()
  const accept = useSend(prop.accept, { said: (_, { doneCnt }) => `已写入 ${formatCount(doneCnt)} 项` })
  const decides = may(prop.accept)
  const tell = (verb: '写入' | '撤回', { failures }: Out<typeof prop.accept>) => {
    if (failures.length > 0) show((close) => <NotWritten verb={verb} failures={failures} onClose={close} />)
  }
  const write = (which: In<typeof prop.accept>) => accept.mutateAsync(which).then(({ result }) => tell('写入', result))
  const reject = (propNos: string[]) => show((close) => <RejectModal propNos={propNos} onClose={close} />)
  const menuFor = useProposalMenu({ write, reject, tell, ask, onLike: (to) => setFilters({ likeNo: to }) })
  const { likeNo } = filters
  const isOpen = filters.stt === ProposalState.open
  const which = whichOf(filters, list.keyWord)
  const askAll = () =>
    ask({
      title: '全部写入',
      touches: '写入列表里所有待审的修改；写不进去的会列出来。可以在操作记录里整次撤销。',
      verb: '写入',
      act: () => write(which),
    })
  const chip = (value: string, label: string, cnt = 0) => ({ value, label: `${label} ${formatCount(cnt)}` })
  return (
    <>
      <PageTable
        call={prop.getpage}
        list={list}
        rowKey="propNo"
        search="姓名"
        offState={null}
        empty={{ hint: '没有这样的回写', of: ['stt', 'likeNo', 'arcFld'] }}
        filters={<ProposalFilters counts={counts} filters={filters} setFilters={setFilters} isOfOne={hndNo !== undefined} />}
        chips={
          <>
            <SegmentedControl
              aria-label="回写状态"
              value={filters.stt ?? ''}
              onChange={(stt) => setFilters({ stt: (stt || undefined) as Row['stt'] | undefined })}
              options={[
                chip(ProposalState.open, '待审', counts?.openCnt),
                chip(ProposalState.written, '已写入', counts?.writtenCnt),
                chip(ProposalState.rejected, '不采用', counts?.rejectedCnt),
                chip(ProposalState.stale, '已过时', counts?.staleCnt),
              ]}
            />
            {likeNo && !isOpen && <Button onClick={() => setFilters({ likeNo: undefined })}>不限相同的修改</Button>}
          </>
        }
        actions={
          decides &&
          isOpen &&
          (which.hndNo || likeNo) && (
            <Button type="primary" loading={accept.isPending} onClick={askAll}>
              全部写入
            </Button>
          )
        }
        bulk={
          decides && isOpen
            ? (ticked, clear) => (
                <>
                  <Button onClick={() => void write({ propNos: ticked }).then(clear)}>写入</Button>
                  <Button onClick={() => reject(ticked)}>不采用</Button>
                </>
              )
            : undefined
        }
        columns={columnsOf(menuFor, { stt: filters.stt, hndNo })}
      />
      {dialogs}
    </>
  )
}

type FilterProps = {
  counts: Out<typeof prop.getcounts> | undefined
  filters: Filters
  setFilters: (changes: Partial<Filters>) => void
  isOfOne: boolean
}
type Filters = Pick<In<typeof prop.getpage>, 'hndNo' | 'arcFld' | 'likeNo' | 'stt'>

function ProposalFilters({ counts, filters, setFilters, isOfOne }: FilterProps) {
  return (
    <>
      {!isOfOne && (
        <SelectFilter
          label="收集"
          width={180}
          options={(counts?.hnds ?? []).map(({ hndNo: value, title }) => ({ value, label: title }))}
          value={filters.hndNo}
          onChange={(no) => setFilters({ hndNo: no })}
        />
      )}
      <SelectFilter
        label="档案字段"
        options={(counts?.flds ?? []).map(({ fld, fldName }) => ({ value: fld, label: fldName }))}
        value={filters.arcFld}
        onChange={(no) => setFilters({ arcFld: no })}
      />
      {filters.stt === ProposalState.open && (
        <SelectFilter
          label="相同的修改"
          width={180}
          options={alikeOptions(counts?.alikes ?? [], filters.likeNo)}
          value={filters.likeNo}
          onChange={(no) => setFilters({ likeNo: no })}
        />
      )}
    </>
  )
}

/** Returns what a list shows as what is written of it. */
const whichOf = ({ hndNo, arcFld, likeNo }: In<typeof prop.getpage>, keyWord: string | undefined): In<typeof prop.accept> => ({
  ...(hndNo && { hndNo }),
  ...(arcFld && { arcFld }),
  ...(likeNo && { likeNo }),
  ...(keyWord && { keyWord }),
})

// Draws a value, which is shown in clear on demand where it is hidden.
function reveal(row: Row, side: 'was' | 'val' | 'now') {
  const words = row[side]
  if (words === null) return <span className="grey">空</span>
  return row.maskFlag === '1' ? <Masked value={words} call={prop.reveal} input={{ propNo: row.propNo, side }} /> : words
}

/** Draws what changes, in one line; of one that is overtaken also what the archive holds now. */
const Change = ({ row }: { row: Row }) => (
  <>
    {reveal(row, 'was')} → {reveal(row, 'val')}
    {row.stt === ProposalState.stale && <>（现在：{reveal(row, 'now')}）</>}
  </>
)

const isDecided = (stt: string | undefined) => stt === ProposalState.written || stt === ProposalState.rejected

type Shown = { stt: string | undefined; hndNo: string | undefined }

function columnsOf(menuFor: (row: Row) => ReturnType<typeof menuOf>, { stt, hndNo }: Shown): ListColumn<Row>[] {
  return [
    column<Row>(Proposal, 'name', { width: 110, fixed: 'left' }),
    column<Row>(Proposal, 'place', { width: 150 }),
    column<Row>(Proposal, 'fldName', { width: 110 }),
    { key: 'change', title: '原来 → 改为', width: 280, ellipsis: true, render: (_, row) => <Change row={row} /> },
    ...(hndNo ? [] : [column<Row>(Proposal, 'title', { width: 150 })]),
    ...(stt === ProposalState.rejected ? [column<Row>(Proposal, 'word', { width: 150 })] : []),
    column<Row>(Proposal, 'sentTm', { width: 150, render: (sentTm: string) => formatTime(sentTm) }),
    ...(isDecided(stt)
      ? [column<Row>(Proposal, 'doneTm', { width: 150 }), column<Row>(Proposal, 'doneName', { width: 110 })]
      : []),
    actionsColumn<Row>(menuFor, ({ name, fldName }) => `${name}的${fldName}`),
  ]
}

type Acts = {
  write: (which: In<typeof prop.accept>) => Promise<unknown>
  reject: (propNos: string[]) => void
  tell: (verb: '写入' | '撤回', result: Out<typeof prop.accept>) => void
  ask: ReturnType<typeof useDialogs>['ask']
  onLike: (propNo: string) => void
}

/** Returns the menu of a proposal in its state. */
function useProposalMenu({ write, reject, tell, ask, onLike }: Acts) {
  const decides = useMay()(prop.accept)
  const takeback = useSend(prop.takeback, { said: (_, { doneCnt }) => `已撤回 ${formatCount(doneCnt)} 项` })
  const takeBack = (which: In<typeof prop.takeback>) =>
    takeback.mutate(which, { onSuccess: ({ result }) => tell('撤回', result) })
  const askStale = ({ propNo, name, fldName, now, val }: Row) =>
    ask({
      title: `写入${name}的${fldName}`,
      touches: `填写以后档案改过：现在是“${now ?? '空'}”，将改为“${val}”。`,
      verb: '写入',
      act: () => write({ propNos: [propNo], staleFlag: '1' }),
    })
  const menuFor = (row: Row) => {
    const { propNo, stt } = row
    const isWritten = stt === ProposalState.written
    return menuOf([
      decides && stt === ProposalState.open && { key: 'write', label: '写入', act: () => void write({ propNos: [propNo] }) },
      decides && stt === ProposalState.stale && { key: 'stale', label: '写入', act: () => askStale(row) },
      decides &&
        (stt === ProposalState.open || stt === ProposalState.stale) && {
          key: 'reject',
          label: '不采用',
          act: () => reject([propNo]),
        },
      decides && isWritten && { key: 'back', label: '撤回写入', act: () => takeBack({ propNos: [propNo] }) },
      decides && isWritten && { key: 'all', label: '撤回此人的写入', act: () => takeBack({ propNos: [propNo], allFlag: '1' }) },
      { key: 'like', label: '只看相同的修改', act: () => onLike(propNo) },
    ])
  }
  return menuFor
}

type Alike = Out<typeof prop.getcounts>['alikes'][number]

// Names changes that several propose alike; one chosen by a row of its own that nobody else proposes is named by that.
const alikeOptions = (alikes: readonly Alike[], chosen: string | undefined) => {
  const options = alikes.map(({ likeNo, fldName, was, val, cnt }) => ({
    value: likeNo,
    label: `${fldName}：${was ?? '空'} → ${val}（${formatCount(cnt)} 项）`,
  }))
  return chosen && !options.some(({ value }) => value === chosen)
    ? [...options, { value: chosen, label: '与选中的一项相同' }]
    : options
}
