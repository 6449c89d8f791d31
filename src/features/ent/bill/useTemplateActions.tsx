import { useQuery } from '@tanstack/react-query'
import type { MenuProps } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod'
import { query, useSend } from '#web/api/api.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { formatCount } from '#web/page/format.ts'
import { HistoryDrawer } from '#web/history/historyTab.tsx'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/list/columns/menuOf.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { bill, type Template, TemplateState } from './bill.contract.ts'

export type Row = z.output<typeof Template>

type Editing = { kind: 'new'; typeNo: string } | { kind: 'copy'; row: Row } | { kind: 'rename'; row: Row }

/** What can be done with templates, and the dialogs it takes. */
export function useTemplateActions() {
  const may = useMay()
  const navigate = useNavigate()
  const [editing, setEditing] = useState<Editing>()
  const [past, setPast] = useState<Row>()
  const { ask, dialog } = useConfirm()
  const enable = useSend(bill.enabletmpl, { said: () => '表单模板已启用' })
  const disable = useSend(bill.disabletmpl, { said: () => '表单模板已停用' })
  const remove = useSend(bill.deletetmpl, { said: () => '表单模板已删除' })

  const setState = ({ tmplNo, tmplName, ver, stt }: Row) => {
    if (stt === TemplateState.disabled) return enable.mutate({ tmplNo, ver })
    ask({
      title: `停用“${tmplName}”`,
      touches: '停用后不能再用它填写，已填写的记录不受影响。启用后恢复。',
      verb: '停用',
      act: () => disable.mutateAsync({ tmplNo, ver }),
    })
  }
  const askRemove = ({ tmplNo, tmplName, ver, useCnt }: Row) =>
    ask({
      title: `删除“${tmplName}”`,
      touches:
        useCnt > 0
          ? `已使用 ${formatCount(useCnt)} 次。已填写的记录保持原来的样子，只是不能再用它填写。删除后可以撤销。`
          : '还没有使用过。删除后可以撤销。',
      verb: '删除',
      act: () => remove.mutateAsync({ tmplNo, ver }),
    })
  const menuFor = (row: Row): MenuProps =>
    menuOf([
      may(bill.updatetmpl) && { key: 'rename', label: '改名', act: () => setEditing({ kind: 'rename', row }) },
      may(bill.createtmpl) && { key: 'copy', label: '复制', act: () => setEditing({ kind: 'copy', row }) },
      may(bill.enabletmpl) &&
        row.stt !== TemplateState.draft && {
          key: 'state',
          label: row.stt === TemplateState.disabled ? '启用' : '停用',
          act: () => setState(row),
        },
      { key: 'history', label: '历史', act: () => setPast(row) },
      may(bill.deletetmpl) && { key: 'delete', label: '删除', danger: true, act: () => askRemove(row) },
    ])
  return {
    create: may(bill.createtmpl) ? (typeNo: string) => setEditing({ kind: 'new', typeNo }) : undefined,
    menuFor,
    open: ({ tmplNo }: { tmplNo: string }) => navigate(`/ent/bill/${tmplNo}`),
    dialogs: (
      <>
        {past && <HistoryDrawer kind="tmpl" no={past.tmplNo} name={past.tmplName} onClose={() => setPast(undefined)} />}
        {editing && <TemplateForm editing={editing} onClose={() => setEditing(undefined)} />}
        {dialog}
      </>
    ),
  }
}

function TemplateForm({ editing, onClose }: { editing: Editing; onClose: () => void }) {
  const navigate = useNavigate()
  const fields = (
    <>
      <Field name="tmplName" autoFocus />
      <Field name="des" />
    </>
  )
  if (editing.kind === 'rename')
    return (
      <EditModal
        title={`修改“${editing.row.tmplName}”`}
        call={bill.updatetmpl}
        record={editing.row}
        send={{ tmplNo: editing.row.tmplNo }}
        okText="保存"
        said={`表单模板“${editing.row.tmplName}”已修改`}
        onClose={onClose}
      >
        {fields}
      </EditModal>
    )
  const copied = editing.kind === 'copy' ? editing.row : undefined
  return (
    <EditModal
      title={copied ? `复制“${copied.tmplName}”` : '新建模板'}
      call={bill.createtmpl}
      initial={copied && { tmplName: `${copied.tmplName.slice(0, 26)}（副本）`, des: copied.des }}
      send={editing.kind === 'copy' ? { typeNo: editing.row.typeNo, fromNo: editing.row.tmplNo } : { typeNo: editing.typeNo }}
      okText={copied ? '复制' : '新建'}
      onClose={onClose}
      onDone={({ tmplNo }) => navigate(`/ent/bill/${tmplNo}`)}
    >
      {fields}
      {editing.kind === 'new' && <FixedFields typeNo={editing.typeNo} />}
    </EditModal>
  )
}

/** What every form of the type has from the beginning. */
function FixedFields({ typeNo }: { typeNo: string }) {
  const { data: columns = [] } = useQuery(query(bill.getinitclmnlist, { typeNo }))
  const names = columns.map(({ clmnName }) => clmnName).join('、')
  return names && <p className="grey">这类表单自带这些字段，不能删除：{names}。</p>
}
