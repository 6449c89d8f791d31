import { Landmark, Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Avatar, Button } from 'antd'
import { useState } from 'react'
import { Status } from '#contract/fields.ts'
import { query, useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { inState, WholeListHead } from '#web/list/filters/WholeListHead.tsx'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import type { PaymentAccountRow } from './AccountForm.tsx'
import { entact, PaymentAccount } from './entact.contract.ts'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const AccountForm = lazyWindow(() => import('./AccountForm.tsx'))

/** Draws the payment accounts of one enterprise. */
export default function AccountPanel({ entNo }: { entNo: string }) {
  const may = useMay()
  const list = useListState(entact.getlist)
  const { filters, keyWord, isFiltered, clear } = list
  const [editing, setEditing] = useState<{ account?: PaymentAccountRow }>()
  const { ask, dialog } = useConfirm()
  // Reads those of all states, to count them.
  const { data, error, refetch } = useQuery(query(entact.getlist, { entNo, keyWord }))
  const rows = inState(data, filters.stt)
  const nameOf = (rdx: number) => data?.find((one) => one.rdx === rdx)?.actName
  const update = useSend(entact.update, {
    said: ({ rdx, stt: to }) => `收款账户“${nameOf(rdx)}”已${to === Status.enabled ? '启用' : '停用'}`,
  })
  const remove = useSend(entact.delete, { said: ({ rdx }) => `收款账户“${nameOf(rdx)}”已删除` })
  const create = may(entact.create) && (
    <Button type="primary" icon={<Plus />} onClick={() => setEditing({})}>
      新建收款账户
    </Button>
  )
  const actsOf = (account: PaymentAccountRow) => {
    const { rdx, actName, ver } = account
    const isOn = account.stt === Status.enabled
    return menuOf([
      may(entact.update) && { key: 'edit', label: '修改', act: () => setEditing({ account }) },
      may(entact.update) && {
        key: 'state',
        label: isOn ? '停用' : '启用',
        act: () => update.mutate({ entNo, rdx, ver, stt: isOn ? Status.disabled : Status.enabled }),
      },
      may(entact.delete) && {
        key: 'delete',
        label: '删除',
        danger: true,
        act: () =>
          ask({
            title: `删除“${actName}”`,
            touches: '缴费项目在用的账户不能删除。删除后可以撤销，序号不会再给别的账户。',
            verb: '删除',
            act: () => remove.mutateAsync({ entNo, rdx }),
          }),
      },
    ])
  }
  return (
    <div className="list">
      <WholeListHead
        list={list}
        all={data}
        type="STT"
        states={[Status.enabled, Status.disabled]}
        search="户名、开户行或账号后四位"
        create={create}
      />
      <ListTable<PaymentAccountRow>
        rowKey="rdx"
        rows={rows}
        error={error}
        onRetry={refetch}
        empty={<EmptyState hint="还没有收款账户">{create}</EmptyState>}
        onClear={isFiltered && clear}
        columns={[
          column<PaymentAccountRow>(PaymentAccount, 'actName', {
            width: 220,
            render: (name: string, { logoPath }) => (
              <span className="row-name">
                <Avatar size={24} shape="square" icon={<Landmark />} {...(logoPath && { src: logoPath })} />
                <span>{name}</span>
              </span>
            ),
          }),
          column<PaymentAccountRow>(PaymentAccount, 'rdx', { width: 56 }),
          column<PaymentAccountRow>(PaymentAccount, 'payType', { width: 110 }),
          column<PaymentAccountRow>(PaymentAccount, 'actNo', { width: 120 }),
          column<PaymentAccountRow>(PaymentAccount, 'opnBank', { width: 180 }),
          column<PaymentAccountRow>(PaymentAccount, 'stt', { width: 80 }),
          ...(may(entact.update) || may(entact.delete) ? [actionsColumn<PaymentAccountRow>(actsOf, (row) => row.actName)] : []),
        ]}
      />
      {editing && <AccountForm entNo={entNo} account={editing.account} onClose={() => setEditing(undefined)} />}
      {dialog}
    </div>
  )
}
