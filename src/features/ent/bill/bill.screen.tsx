import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { query } from '#web/api/api.ts'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { inState, WholeListHead } from '#web/list/filters/WholeListHead.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { StatusTag } from '#web/api/dictionary.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { useListState } from '#web/list/listState.ts'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { SideList } from '#web/tree/SideList.tsx'
import { Split } from '#web/layout/Split.tsx'
import { bill, Template, TemplateState } from './bill.contract.ts'
import { type Row, useTemplateActions } from './useTemplateActions.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const states = [TemplateState.draft, TemplateState.published, TemplateState.disabled]

/** Draws the types of forms at the left, the templates of one or of all at the right. */
export default function BillScreen() {
  const list = useListState(bill.gettmpllist)
  const { typeNo, stt } = list.filters
  const types = useQuery(query(bill.gettypelist, {}))
  const all = (types.data ?? []).reduce((sum, { tmplCnt }) => sum + tmplCnt, 0)
  const chosen = types.data?.find((one) => one.typeNo === typeNo)
  // Reads those of all states, to count them.
  const templates = useQuery(query(bill.gettmpllist, { typeNo, keyWord: list.keyWord }))
  const rows = inState(templates.data, stt)
  const actions = useTemplateActions()
  const make = actions.create && (() => actions.create?.(chosen?.typeNo))
  const create = make && (
    <Button type="primary" icon={<Plus />} onClick={make}>
      新建模板
    </Button>
  )
  return (
    <div className="page touch">
      <PageHead title="表单模板" />
      {types.error && !types.data && <ReadFailed message={types.error.message} onRetry={() => void types.refetch()} />}
      {types.data && (
        <Split
          width={160}
          label={chosen?.typeName ?? '全部类型'}
          side={(close) => (
            <SideList
              label="表单类型"
              chosen={typeNo ?? ''}
              onChoose={(key) => {
                list.setFilters({ typeNo: key || undefined })
                close()
              }}
              items={[
                { key: '', title: '全部类型', count: formatCount(all) },
                ...types.data.map((type) => ({ key: type.typeNo, title: type.typeName, count: formatCount(type.tmplCnt) })),
              ]}
            />
          )}
        >
          <div className="list">
            <WholeListHead list={list} all={templates.data} type="TMPL_STT" states={states} search="名称或编号" create={create} />
            <ListTable<Row>
              rowKey="tmplNo"
              rows={rows}
              error={rows ? null : templates.error}
              onRetry={templates.refetch}
              offState={TemplateState.disabled}
              empty={<EmptyState hint="还没有表单模板">{create}</EmptyState>}
              onClear={list.isFilteredBeyond(['typeNo']) && list.clear}
              columns={[
                linkedNameColumn<Row>(Template, 'tmplName', 220, actions.opening),
                column<Row>(Template, 'typeName', { width: 90 }),
                column<Row>(Template, 'verNo', { width: 64 }),
                column<Row>(Template, 'clmnCnt', { width: 72 }),
                column<Row>(Template, 'useCnt', { width: 88, render: formatCount }),
                column<Row>(Template, 'updName', { width: 90, minor: true }),
                column<Row>(Template, 'updTm', { width: 150 }),
                column<Row>(Template, 'stt', { width: 176, render: (_, row) => <States row={row} /> }),
                actionsColumn<Row>(actions.menuFor, ({ tmplName }) => tmplName),
              ]}
            />
          </div>
        </Split>
      )}
      {actions.dialogs}
    </div>
  )
}

const States = ({ row: { stt, verNo, draftFlag } }: { row: Row }) => (
  <>
    <StatusTag type="TMPL_STT" value={stt} />
    {verNo !== null && draftFlag === '1' && <span className="tag wait">有未发布的修改</span>}
  </>
)
