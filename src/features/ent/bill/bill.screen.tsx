import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type * as z from 'zod'
import { query } from '#web/api/api.ts'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { StatusTag } from '#web/api/dictionary.tsx'
import { EmptyState, NothingFits, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { type ListState, useListState } from '#web/list/listState.ts'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { SideList } from '#web/tree/SideList.tsx'
import { Split } from '#web/layout/Split.tsx'
import { bill, Template, TemplateState } from './bill.contract.ts'
import { type Row, useTemplateActions } from './useTemplateActions.tsx'
import { PageHead } from '#web/head/PageHead.tsx'
import { HeadActs } from '#web/head/HeadActs.tsx'

type Asked = z.input<typeof bill.gettmpllist.input>

/** Draws the types of forms at the left, the templates of one or of all at the right. */
export default function BillScreen() {
  const list = useListState(bill.gettmpllist)
  const { typeNo, stt } = list.filters
  const types = useQuery(query(bill.gettypelist, {}))
  const all = (types.data ?? []).reduce((sum, { tmplCnt }) => sum + tmplCnt, 0)
  const chosen = types.data?.find((one) => one.typeNo === typeNo)
  const actions = useTemplateActions()
  const make = actions.create && (() => actions.create?.(chosen?.typeNo))
  const create = make && (
    <Button type="primary" icon={<Plus />} onClick={make}>
      新建模板
    </Button>
  )
  return (
    <div className="page touch">
      <PageHead title="表单模板">{types.data && <span className="grey">共 {formatCount(all)} 个模板</span>}</PageHead>
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
          <div className="page-tools">
            <HeadActs>{create}</HeadActs>
            <Keyword value={list.keyWord} onChange={list.look} placeholder="名称或编号" hotkey />
            <CodeFilter
              type="TMPL_STT"
              label="状态"
              without={TemplateState.deleted}
              value={stt}
              onChange={(to) => list.setFilters({ stt: to })}
            />
          </div>
          <Templates
            asked={{ ...(list.filters as Asked), keyWord: list.keyWord }}
            actions={actions}
            empty={<NoTemplates list={list}>{create}</NoTemplates>}
          />
        </Split>
      )}
      {actions.dialogs}
    </div>
  )
}

type TemplatesProps = { asked: Asked; actions: ReturnType<typeof useTemplateActions>; empty: React.ReactNode }

function Templates({ asked, actions, empty }: TemplatesProps) {
  const { data, error, refetch } = useQuery(query(bill.gettmpllist, asked))
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  return (
    <ListTable<Row>
      rowKey="tmplNo"
      rows={data}
      offState={TemplateState.disabled}
      empty={empty}
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
  )
}

const States = ({ row: { stt, verNo, draftFlag } }: { row: Row }) => (
  <>
    <StatusTag type="TMPL_STT" value={stt} />
    {verNo !== null && draftFlag === '1' && <span className="tag wait">有未发布的修改</span>}
  </>
)

// A type alone is no filter: it may have no template yet.
const NoTemplates = ({ list, children }: { list: ListState; children: React.ReactNode }) =>
  list.isFiltered && (!list.filters.typeNo || list.filters.stt || list.keyWord) ? (
    <NothingFits onClear={list.clear} />
  ) : (
    <EmptyState hint="还没有表单模板">{children}</EmptyState>
  )
