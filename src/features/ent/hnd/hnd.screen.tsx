import { Plus } from 'lucide-react'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { permissions } from '#contract/access.ts'
import { Repeat } from '#domain/collections/collections.contract.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { useMay } from '#web/api/me.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { MineChips } from '#web/list/filters/MineChips.tsx'
import { useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { formatCount, formatTime } from '#web/page/format.ts'
import { useUrlParam } from '#web/page/useUrlParam.ts'
import { Collection } from './collection.contract.ts'
import { hnd } from './hnd.contract.ts'
import './hnd.css'
import { ProgressBar } from './ProgressBar.tsx'
import { type Row, useCollectionActions } from './useCollectionActions.tsx'

const HandOutDrawer = lazyWindow(() => import('./handout/HandOutDrawer.tsx'))

const pathOf = ({ hndNo }: Row) => `/ent/hnd/${hndNo}`

/** Draws the forms that were handed out, and how many have answered. */
export default function CollectionsScreen() {
  const may = useMay()
  const navigate = useNavigate()
  const list = useListState(hnd.getpage, { mineFlag: '1' })
  const { filters, setFilters } = list
  const [writing, setWriting] = useState(false)
  const { menuOf, dialogs } = useCollectionActions()
  useUrlParam('new', () => may(hnd.handout) && setWriting(true))
  const begin = may(hnd.handout) && (
    <Button type="primary" icon={<Plus />} onClick={() => setWriting(true)}>
      发起收集
    </Button>
  )
  return (
    <div className="page touch">
      <PageHead title="收集" />
      <PageTable
        call={hnd.getpage}
        list={list}
        rowKey="hndNo"
        search="标题"
        offState={null}
        filters={<CodeFilter type="HND_STT" label="状态" value={filters.stt} onChange={(stt) => setFilters({ stt })} />}
        chips={
          may({ access: permissions('hnd').review }) && (
            <MineChips verb="发起" value={filters.mineFlag} onChange={(mineFlag) => setFilters({ mineFlag })} />
          )
        }
        actions={begin}
        empty={{
          hint: '还没有发起过收集。选一张已发布的表单，发给家长或员工填写，谁填了、填了什么都在这里看。',
          action: begin,
          of: ['mineFlag'],
        }}
        columns={[
          linkedNameColumn<Row>(Collection, 'title', 260, { open: (row) => void navigate(pathOf(row)), hrefOf: pathOf }),
          column<Row>(Collection, 'stt', { width: 88, render: (stt: string) => <StatusTag type="HND_STT" value={stt} /> }),
          {
            key: 'progress',
            title: '已填',
            width: 180,
            render: (_, { toCnt, doneCnt, opnFlag }) =>
              opnFlag === '1' ? `${formatCount(doneCnt)} 份` : toCnt > 0 ? <ProgressBar done={doneCnt} of={toCnt} /> : '–',
          },
          column<Row>(Collection, 'dueTm', {
            width: 150,
            render: (dueTm: string | null) => (dueTm ? formatTime(dueTm) : '不限'),
          }),
          column<Row>(Collection, 'rpt', {
            width: 110,
            render: (rpt: string, { rnd }) => (rpt === Repeat.once && rnd === 1 ? '–' : `第 ${rnd} 期`),
          }),
          column<Row>(Collection, 'tmplName', { width: 150 }),
          column<Row>(Collection, 'sentTm', { width: 150, render: (sentTm: string | null) => formatTime(sentTm) }),
          column<Row>(Collection, 'sndName', { width: 110 }),
          actionsColumn<Row>(menuOf, ({ title }) => title),
        ]}
      />
      <Suspense>
        {writing && <HandOutDrawer onClose={() => setWriting(false)} onSent={(no) => void navigate(`/ent/hnd/${no}`)} />}
      </Suspense>
      {dialogs}
    </div>
  )
}
