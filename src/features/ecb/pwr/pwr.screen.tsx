import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { webTerminal } from '#contract/modules.ts'
import { query, useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { useDictionary } from '#web/api/dictionary.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { Power, pwr } from './pwr.contract.ts'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { PageHead } from '#web/head/PageHead.tsx'
import { BuiltInMark } from '#web/theme/BuiltInMark.tsx'
import { HeadActs } from '#web/head/HeadActs.tsx'

type Row = z.output<typeof Power> & { stt?: string }

/** Draws the actions that modules of each terminal can offer. */
export default function PowerScreen() {
  const may = useMay()
  const terminals = useDictionary('TML_TYPE')
  const { filters, setFilters, keyWord, look } = useListState(pwr.getlist, { tmlType: webTerminal })
  const { tmlType = webTerminal } = filters
  const { data, error, refetch } = useQuery(query(pwr.getlist, { tmlType, keyWord }))
  const [editing, setEditing] = useState<Partial<Row>>()
  const { ask, dialog } = useConfirm()
  const remove = useSend(pwr.delete, { said: ({ pwrNo }) => `操作权限“${nameOf(pwrNo)}”已删除` })
  const nameOf = (pwrNo: string) => data?.find((one) => one.pwrNo === pwrNo)?.pwrName
  const create = may(pwr.create) && (
    <Button type="primary" icon={<Plus />} onClick={() => setEditing({})}>
      新建操作权限
    </Button>
  )
  const menuFor = (row: Row) =>
    menuOf([
      may(pwr.update) && { key: 'edit', label: '修改', act: () => setEditing(row) },
      may(pwr.delete) &&
        row.fixFlag === '0' && {
          key: 'delete',
          label: '删除',
          danger: true,
          act: () =>
            ask({
              title: `删除“${row.pwrName}”`,
              touches:
                row.mdlCnt > 0
                  ? `${formatCount(row.mdlCnt)} 个模块在用它，请先在模块目录中去掉，否则不能删除。`
                  : '没有模块在用它，删除后可以撤销。',
              verb: '删除',
              act: () => remove.mutateAsync({ tmlType: row.tmlType, pwrNo: row.pwrNo }),
            }),
        },
    ])
  const actions = actionsColumn<Row>(menuFor, (row) => row.pwrName)
  return (
    <div className="page touch">
      <PageHead title="操作权限">{data && <span className="grey">共 {formatCount(data.length)} 项</span>}</PageHead>
      <div className="page-tools">
        <SegmentedControl
          aria-label="终端类型"
          options={terminals.map(({ infoNo, chnName }) => ({ value: infoNo, label: chnName }))}
          value={tmlType}
          onChange={(next) => setFilters({ tmlType: next })}
        />
      </div>
      <div className="page-tools">
        <Keyword value={keyWord} onChange={look} placeholder="名称或编码" hotkey />
        <HeadActs>{create}</HeadActs>
      </div>
      <ListTable<Row>
        rowKey="pwrNo"
        rows={data}
        error={error}
        onRetry={refetch}
        empty={<EmptyState hint="此终端还没有操作权限">{create}</EmptyState>}
        onClear={keyWord && (() => look(''))}
        columns={[
          column<Row>(Power, 'pwrName', {
            width: 120,
            render: (pwrName: string, { fixFlag }) => (
              <>
                {pwrName} {fixFlag === '1' && <BuiltInMark hint="内置，不能删除" />}
              </>
            ),
          }),
          column<Row>(Power, 'pwrNo', { width: 96 }),
          column<Row>(Power, 'des', { width: 300 }),
          column<Row>(Power, 'mdlCnt', { width: 100, render: formatCount }),
          ...(may(pwr.update) || may(pwr.delete) ? [actions] : []),
        ]}
      />
      {editing && (
        <EditModal
          title={editing.pwrNo ? `修改“${editing.pwrName}”` : '新建操作权限'}
          call={editing.pwrNo ? pwr.update : pwr.create}
          record={editing.pwrNo ? editing : undefined}
          send={editing.pwrNo ? { tmlType, pwrNo: editing.pwrNo } : { tmlType }}
          okText={editing.pwrNo ? '保存' : '新建'}
          onClose={() => setEditing(undefined)}
        >
          {!editing.pwrNo && <Field name="pwrNo" label="编码（六位数字）" autoFocus />}
          <Field name="pwrName" />
          <Field name="des" />
        </EditModal>
      )}
      {dialog}
    </div>
  )
}
