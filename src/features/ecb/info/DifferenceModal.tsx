import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { metaOf } from '#contract/explain.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { query, useSend } from '#web/api/api.ts'
import { ListTable } from '#web/list/ListTable.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { catalogueInfo, type LoadDifference, InfoItem, type TableRow } from './info.contract.ts'
import type { Type } from './types.picker.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

type Kind = 'add' | 'change' | 'gone'
type Row = { key: string; kind: Kind; infoNo: string; chnName: string; what: string; stt?: string }
// Describes the comparison; without items the table is the one that came with the product.
type Props = { type: Type; items: TableRow[] | undefined; onClose: () => void }

const kinds: Record<Kind, { name: string; tone: string }> = {
  add: { name: '新增', tone: 'ok' },
  change: { name: '改变', tone: 'run' },
  gone: { name: '表里没有', tone: 'off' },
}

/** Draws what loading a table would change in a dictionary, before it is done. */
export function DifferenceModal({ type, items, onClose }: Props) {
  const { typeCode, chnName } = type
  const { data, error, refetch } = useQuery({ ...query(catalogueInfo.compare, { typeCode, items }), staleTime: 0, gcTime: 0 })
  const load = useSend(catalogueInfo.load, { said: () => `“${chnName}”的值已载入` })
  const [kind, setKind] = useState<Kind | 'all'>('all')
  // Keeps values missing from pasted rows, which need not be the whole table.
  const [hides, setHides] = useState(items === undefined)
  const all = data ? rowsOf(data, type) : []
  const rows = all.filter((row) => hides || row.kind !== 'gone')
  const goneCount = data?.gone.length ?? 0
  const shown = rows.filter((row) => kind === 'all' || row.kind === kind)
  const count = (of: Kind) => rows.filter((row) => row.kind === of).length
  const hide = (isHiding: boolean) => {
    setHides(isHiding)
    setKind('all')
  }
  const act = () => load.mutateAsync({ typeCode, items, keepFlag: hides ? '0' : '1' }).then(onClose, () => {})
  return (
    <AppModal
      open
      width={720}
      title={items ? `粘贴的值与“${chnName}”的差异` : `“${chnName}”新版本 ${type.newVer} 的差异`}
      okText="载入"
      okButtonProps={{ disabled: !data || (items !== undefined && rows.length === 0) }}
      cancelText="取消"
      confirmLoading={load.isPending}
      onOk={() => void act()}
      onCancel={onClose}
    >
      {error ? (
        <ReadFailed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <div className="stack">
          <SegmentedControl<Kind | 'all'>
            aria-label="差异"
            style={{ alignSelf: 'flex-start', maxWidth: '100%', overflow: 'auto hidden' }}
            value={kind}
            onChange={setKind}
            options={[
              { value: 'all', label: `全部 ${formatCount(rows.length)}` },
              ...(['add', 'change', 'gone'] as const).slice(0, hides ? 3 : 2).map((of) => ({
                value: of,
                label: `${kinds[of].name} ${formatCount(count(of))}`,
              })),
            ]}
          />
          <ListTable<Row>
            rowKey="key"
            rows={data && shown}
            localPage={10}
            empty={<EmptyState hint="没有不同" />}
            columns={[
              { key: 'chnName', dataIndex: 'chnName', title: '中文名', width: 160, ellipsis: true },
              { key: 'infoNo', dataIndex: 'infoNo', title: '编号', width: 90 },
              {
                key: 'stt',
                title: '差异',
                width: 88,
                render: (_, row) => <span className={`tag ${kinds[row.kind].tone}`}>{kinds[row.kind].name}</span>,
              },
              { key: 'what', dataIndex: 'what', title: '内容', width: 300, ellipsis: true },
            ]}
          />
          {goneCount > 0 && (
            <Checkbox checked={hides} onChange={({ target }) => hide(target.checked)}>
              表里没有的 {formatCount(goneCount)} 个值不再显示，已有的记录仍看得到名称
            </Checkbox>
          )}
        </div>
      )}
    </AppModal>
  )
}

function rowsOf({ adds, changes, gone }: z.output<typeof LoadDifference>, { charName, numName }: Type): Row[] {
  const titles: Record<string, string | null | undefined> = { charClmn: charName, numClmn: numName }
  const titleOf = (field: keyof typeof InfoItem.shape) => titles[field] ?? metaOf(InfoItem.shape[field]).title
  return [
    ...adds.map((one) => ({ ...one, key: `add ${one.infoNo}`, kind: 'add' as const, what: '' })),
    ...changes.map(({ infoNo, chnName, field, before, after }) => ({
      key: `${field} ${infoNo}`,
      kind: 'change' as const,
      infoNo,
      chnName,
      what: `${titleOf(field)}：${before ?? '（空）'} → ${after ?? '（空）'}`,
    })),
    ...gone.map((one) => ({ ...one, key: `gone ${one.infoNo}`, kind: 'gone' as const, what: '' })),
  ]
}
