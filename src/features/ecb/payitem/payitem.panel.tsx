import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { Status } from '#contract/fields.ts'
import { query, useSend } from '#web/api/api.ts'
import { EmptyState, NothingFits, ReadFailed } from '#web/list/EmptyState.tsx'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { StatusFilter } from '#web/list/filters/StatusFilter.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import type { PaymentItem } from './PaymentItemForm.tsx'
import { payitem } from './payitem.contract.ts'
import { ThemeItems } from './ThemeItems.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { HeadActs } from '#web/head/HeadActs.tsx'

const PaymentItemForm = lazyWindow(() => import('./PaymentItemForm.tsx'))

/** Draws the payment items of one enterprise by theme. */
export default function PayItemPanel({ entNo }: { entNo: string }) {
  const may = useMay()
  const [keyWord, setKeyWord] = useState('')
  const [stt, setStt] = useState<string>()
  const [editing, setEditing] = useState<{ item?: PaymentItem; theme?: string }>()
  const { ask, dialog } = useConfirm()
  const filter = { ...(stt !== undefined && { stt: stt as '1' | '2' }), keyWord }
  const { data, error, refetch } = useQuery(query(payitem.getlist, { entNo, ...filter }))
  const nameOf = (payItemNo: string) => data?.find((one) => one.payItemNo === payItemNo)?.itemName
  const update = useSend(payitem.update, {
    said: ({ payItemNo, stt: to }) => `缴费项目“${nameOf(payItemNo)}”已${to === Status.enabled ? '启用' : '停用'}`,
  })
  const remove = useSend(payitem.delete, { said: ({ payItemNo }) => `缴费项目“${nameOf(payItemNo)}”已删除` })
  const isFiltered = keyWord !== '' || stt !== undefined
  const themes = Map.groupBy(data ?? [], ({ theme }) => theme)
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
      <div className="page-tools">
        <Keyword value={keyWord} onChange={setKeyWord} placeholder="项目、主题或编号" />
        <StatusFilter value={stt} onChange={setStt} />
        <HeadActs>{create}</HeadActs>
      </div>
      {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Spin delay={200} />}
      {data?.length === 0 &&
        (isFiltered ? (
          <NothingFits
            onClear={() => {
              setKeyWord('')
              setStt(undefined)
            }}
          />
        ) : (
          <EmptyState hint="还没有缴费项目">{create}</EmptyState>
        ))}
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
          themes={[...themes.keys()]}
          onClose={() => setEditing(undefined)}
        />
      )}
      {dialog}
    </div>
  )
}
