import { Plus } from 'lucide-react'
import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { formatCount } from '#web/page/format.ts'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { StatusFilter } from '#web/list/filters/StatusFilter.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { billtype, ListedType } from './billtype.contract.ts'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

type Row = z.output<typeof ListedType>

/** Draws the types of forms, each with its segment of template numbers. */
export default function BillTypeScreen() {
  const may = useMay()
  const list = useListState(billtype.getpage)
  const [editing, setEditing] = useState<Row | 'new'>()
  const { ask, dialog } = useConfirm()
  const update = useSend(billtype.update, { said: (_, row) => `表单类型“${row.typeName}”已${row.sttName}` })
  const remove = useSend(billtype.delete)
  const create = may(billtype.create) && (
    <Button type="primary" icon={<Plus />} onClick={() => setEditing('new')}>
      新建表单类型
    </Button>
  )
  const menuFor = ({ typeNo, typeName, stt, ver, ...row }: Row): ActionMenu =>
    menuOf([
      may(billtype.update) && { key: 'edit', label: '修改', act: () => setEditing({ typeNo, typeName, stt, ver, ...row }) },
      may(billtype.update) && {
        key: 'state',
        label: stt === Status.enabled ? '停用' : '启用',
        act: () => update.mutate({ typeNo, ver, stt: stt === Status.enabled ? Status.disabled : Status.enabled }),
      },
      may(billtype.delete) && {
        key: 'delete',
        label: '删除',
        danger: true,
        act: () =>
          ask({
            title: `删除“${typeName}”`,
            touches: '不能再新建这类模板；它的号段可以给别的类型使用，编号不再使用。删除后可以撤销。',
            verb: '删除',
            act: () => remove.mutateAsync({ typeNo }),
          }),
      },
    ])
  const actions = actionsColumn<Row>(menuFor, (row) => row.typeName)
  return (
    <div className="page touch">
      <PageHead title="表单类型" />
      <PageTable
        call={billtype.getpage}
        list={list}
        rowKey="typeNo"
        search="名称或编号"
        filters={<StatusFilter value={list.filters.stt} onChange={(stt) => list.setFilters({ stt })} />}
        empty={{ hint: '还没有表单类型', action: create }}
        actions={create}
        columns={[
          column<Row>(ListedType, 'typeName', { width: 160, fixed: 'left' }),
          column<Row>(ListedType, 'typeNo', { width: 88 }),
          column<Row>(ListedType, 'minVal', { width: 128, render: formatCount }),
          column<Row>(ListedType, 'maxVal', { width: 128, render: formatCount }),
          column<Row>(ListedType, 'tmplCnt', { width: 80, render: formatCount }),
          column<Row>(ListedType, 'rem', { width: 200 }),
          column<Row>(ListedType, 'stt', { width: 80 }),
          ...(may(billtype.update) || may(billtype.delete) ? [actions] : []),
        ]}
      />
      {editing && (
        <EditModal
          title={editing === 'new' ? '新建表单类型' : `修改“${editing.typeName}”`}
          call={editing === 'new' ? billtype.create : billtype.update}
          record={editing === 'new' ? undefined : editing}
          send={editing === 'new' ? {} : { typeNo: editing.typeNo }}
          okText={editing === 'new' ? '新建' : '保存'}
          onClose={() => setEditing(undefined)}
        >
          {editing === 'new' && <Field name="typeNo" label="类型编号（两位数字）" autoFocus />}
          <Field name="typeName" />
          <div className="form-grid">
            <Field name="minVal" />
            <Field name="maxVal" />
          </div>
          {editing !== 'new' && <Field name="stt" />}
          <Field name="rem" />
        </EditModal>
      )}
      {dialog}
    </div>
  )
}
