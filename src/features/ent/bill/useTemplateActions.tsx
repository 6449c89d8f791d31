import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useNavigate } from 'react-router'
import type * as z from 'zod'
import { query, useSend } from '#web/api/api.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { formatCount } from '#web/page/format.ts'
import { HistoryDrawer } from '#web/history/historyTab.tsx'
import { useMay } from '#web/api/me.tsx'
import { type ActionMenu, menuOf } from '#web/menu/menuOf.ts'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { bill, type Template, TemplateState } from './bill.contract.ts'

export type Row = z.output<typeof Template>

const pathOf = ({ tmplNo }: { tmplNo: string }) => `/ent/bill/${tmplNo}`

/** Returns the actions on templates with their dialogs. */
export function useTemplateActions() {
  const may = useMay()
  const navigate = useNavigate()
  const { show, ask, dialogs } = useDialogs()
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
  const showHistory = ({ tmplNo, tmplName }: Row) =>
    show((close) => <HistoryDrawer kind="tmpl" no={tmplNo} name={tmplName} onClose={close} />)
  const rename = (row: Row) =>
    show((close) => (
      <EditModal
        title={`修改“${row.tmplName}”`}
        call={bill.updatetmpl}
        record={row}
        send={{ tmplNo: row.tmplNo }}
        okText="保存"
        said={`表单模板“${row.tmplName}”已修改`}
        onClose={close}
      >
        {row.stt === TemplateState.draft && <TypeField />}
        <Field name="tmplName" autoFocus />
        <Field name="des" />
      </EditModal>
    ))
  const create = (typeNo?: string, copied?: Row) =>
    show((close) => (
      <EditModal
        title={copied ? `复制“${copied.tmplName}”` : '新建模板'}
        call={bill.createtmpl}
        initial={
          copied ? { tmplName: `${copied.tmplName.slice(0, 26)}（副本）`, des: copied.des } : typeNo ? { typeNo } : undefined
        }
        send={copied ? { typeNo: copied.typeNo, fromNo: copied.tmplNo } : {}}
        okText={copied ? '复制' : '新建'}
        onClose={close}
        onDone={({ tmplNo }) => navigate(pathOf({ tmplNo }))}
      >
        {!copied && <TypeField autoFocus={!typeNo} />}
        <Field name="tmplName" autoFocus={Boolean(copied || typeNo)} />
        <Field name="des" />
        {!copied && <FixedFields />}
      </EditModal>
    ))
  const menuFor = (row: Row): ActionMenu =>
    menuOf([
      may(bill.updatetmpl) && { key: 'rename', label: '修改', act: () => rename(row) },
      may(bill.createtmpl) && { key: 'copy', label: '复制', act: () => create(row.typeNo, row) },
      may(bill.enabletmpl) &&
        row.stt !== TemplateState.draft && {
          key: 'state',
          label: row.stt === TemplateState.disabled ? '启用' : '停用',
          act: () => setState(row),
        },
      { key: 'history', label: '历史', act: () => showHistory(row) },
      may(bill.deletetmpl) && { key: 'delete', label: '删除', danger: true, act: () => askRemove(row) },
    ])
  return {
    create: may(bill.createtmpl) ? (typeNo: string | undefined) => create(typeNo) : undefined,
    menuFor,
    opening: {
      open: (row: { tmplNo: string }) => void navigate(pathOf(row)),
      hrefOf: pathOf,
    },
    dialogs,
  }
}

/** Draws the choice of the type, which stays open until the form is first published. */
function TypeField({ autoFocus = false }: { autoFocus?: boolean }) {
  const { data: types = [] } = useQuery(query(bill.gettypelist, {}))
  return (
    <Field name="typeNo" isNeeded>
      <Select
        autoFocus={autoFocus}
        placeholder="请选择表单类型"
        options={types.map(({ typeNo, typeName }) => ({ value: typeNo, label: typeName }))}
      />
    </Field>
  )
}

/** Draws the initial fields of every form of the chosen type. */
function FixedFields() {
  const typeNo: string | undefined = Form.useWatch('typeNo')
  const { data: columns = [] } = useQuery({
    ...query(bill.getinitclmnlist, { typeNo: typeNo ?? '' }),
    enabled: typeNo !== undefined,
  })
  const names = columns.map(({ clmnName }) => clmnName).join('、')
  return names && <p className="grey">这类表单自带这些字段，不能删除：{names}。</p>
}
