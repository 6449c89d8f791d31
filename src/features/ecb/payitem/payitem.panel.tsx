import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { Status } from '#contract/fields.ts'
import { query, useSend } from '#web/api/api.ts'
import { EmptyState, NothingFits, ReadFailed } from '#web/list/EmptyState.tsx'
import { inState, WholeListHead } from '#web/list/filters/WholeListHead.tsx'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import type { PaymentItem } from './PaymentItemForm.tsx'
import { payitem } from './payitem.contract.ts'
import { ThemeItems } from './ThemeItems.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const PaymentItemForm = lazyWindow(() => import('./PaymentItemForm.tsx'))

/** Draws the payment items of one enterprise by theme. */
export default function PayItemPanel({ entNo }: { entNo: string }) {
  const may = useMay()
  const list = useListState(payitem.getlist)
  const { filters, keyWord, isFiltered, clear } = list
  const [editing, setEditing] = useState<{ item?: PaymentItem; theme?: string }>()
  const { ask, dialog } = useConfirm()
  // Reads those of all states, to count them.
  const { data, error, refetch } = useQuery(query(payitem.getlist, { entNo, keyWord }))
  const items = inState(data, filters.stt)
  const nameOf = (payItemNo: string) => data?.find((one) => one.payItemNo === payItemNo)?.itemName
  const update = useSend(payitem.update, {
    said: ({ payItemNo, stt: to }) => `缴费项目“${nameOf(payItemNo)}”已${to === Status.enabled ? '启用' : '停用'}`,
  })
  const remove = useSend(payitem.delete, { said: ({ payItemNo }) => `缴费项目“${nameOf(payItemNo)}”已删除` })
  const themes = Map.groupBy(items ?? [], ({ theme }) => theme)
  const create = may(payitem.create) && (
    <Button type="primary" icon={<Plus />} onClick={() => setEditing({})}>
      新建缴费项目
    </Button>
  )
  const menuFor = (item: PaymentItem) => {
    const { payItemNo, itemName, theme, ver } = item
    const isOn = item.stt === Status.enabled
    return menuOf([
      may(payitem.update) && { key: 'edit', label: '修改', act: () => setEditing({ item }) },
      may(payitem.create) && { key: 'add', label: '同主题再建一项', act: () => setEditing({ theme }) },
      may(payitem.update) && {
        key: 'state',
        label: isOn ? '停用' : '启用',
        act: () => update.mutate({ entNo, payItemNo, ver, stt: isOn ? Status.disabled : Status.enabled }),
      },
      may(payitem.delete) && {
        key: 'delete',
        label: '删除',
        danger: true,
        act: () =>
          ask({
            title: `删除“${itemName}”`,
            touches: `它不再出现在主题“${theme}”里，收款账户不受影响。删除后可以撤销。`,
            verb: '删除',
            act: () => remove.mutateAsync({ entNo, payItemNo }),
          }),
      },
    ])
  }
  return (
    <div className="stack">
      <WholeListHead
        list={list}
        all={data}
        type="STT"
        states={[Status.enabled, Status.disabled]}
        search="项目、主题或编号"
        create={create}
      />
      {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Spin delay={200} />}
      {items?.length === 0 &&
        (isFiltered ? <NothingFits onClear={clear} /> : <EmptyState hint="还没有缴费项目">{create}</EmptyState>)}
      {themes.size > 0 && (
        <p className="grey">活动报名收费时选用这里的项目，由老师登记谁缴了费；给学生出账单、线上缴费以后开通。</p>
      )}
      {[...themes].map(([theme, items]) => (
        <ThemeItems key={theme} entNo={entNo} theme={theme} items={items} isWhole={!isFiltered} menu={menuFor} />
      ))}
      {editing && (
        <PaymentItemForm
          entNo={entNo}
          item={editing.item}
          theme={editing.theme}
          themes={[...new Set(data?.map(({ theme }) => theme))]}
          onClose={() => setEditing(undefined)}
        />
      )}
      {dialog}
    </div>
  )
}
