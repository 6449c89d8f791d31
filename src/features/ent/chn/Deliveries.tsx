import { Button } from 'antd'
import { channels, type ChannelKind, DeliveryState, channelKinds } from '#domain/channels/channels.contract.ts'
import { useSend } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { useMay } from '#web/api/me.tsx'
import type { Out } from '#web/api/send.ts'
import { column } from '#web/list/columns/columns.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { chn, Delivery } from './chn.contract.ts'

type Row = Out<typeof chn.getdead>['datas'][number]

const canRetry = ({ stt }: Row) => stt === DeliveryState.failed || stt === DeliveryState.unknown

/** Draws what did not reach people, or may not have; whoever sets channels sends it again. */
export function Deliveries({ chnKind }: { chnKind?: string }) {
  const may = useMay()
  const list = useListState(chn.getdead, { ...(chnKind && { chnKind: chnKind as ChannelKind }) })
  const { filters, setFilters } = list
  const retry = useSend(chn.retry)
  return (
    <PageTable
      call={chn.getdead}
      list={list}
      rowKey="dlvNo"
      search="标题、接收人"
      offState={null}
      filters={<CodeFilter type="DLV_STT" label="送达情况" value={filters.stt} onChange={(stt) => setFilters({ stt })} />}
      chips={
        <SegmentedControl<string>
          aria-label="渠道"
          value={filters.chnKind ?? ''}
          onChange={(kind) => setFilters({ chnKind: kind ? (kind as ChannelKind) : undefined })}
          options={[{ value: '', label: '全部' }, ...channelKinds.map((kind) => ({ value: kind, label: channels[kind].name }))]}
        />
      }
      empty={{ hint: '没有未送达的消息', of: [] }}
      columns={[
        column<Row>(Delivery, 'name', {
          width: 140,
          fixed: 'left',
          render: (name: string, { stuName }) => (stuName ? `${name}（${stuName}）` : name),
        }),
        column<Row>(Delivery, 'title', { width: 240 }),
        column<Row>(Delivery, 'chnKind', { width: 100, render: (kind: ChannelKind) => channels[kind].name }),
        column<Row>(Delivery, 'stt', { width: 96, render: (stt: string) => <StatusTag type="DLV_STT" value={stt} /> }),
        column<Row>(Delivery, 'why', { width: 260 }),
        column<Row>(Delivery, 'tries', { width: 72, align: 'right', minor: true }),
        column<Row>(Delivery, 'updTm', { width: 150 }),
        {
          key: 'act',
          title: '操作',
          width: 100,
          fixed: 'right',
          isIdle: (row: Row) => !canRetry(row),
          render: (_, row) =>
            may(chn.retry) &&
            canRetry(row) && (
              <Button type="link" size="small" loading={retry.isPending} onClick={() => retry.mutate({ dlvNos: [row.dlvNo] })}>
                重新发送
              </Button>
            ),
        },
      ]}
    />
  )
}
