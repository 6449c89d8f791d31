import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { Button, Spin, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { channels, matchedKinds } from '#domain/channels/channels.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import type { Out } from '#web/api/send.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount, formatTime } from '#web/page/format.ts'
import { chn } from './chn.contract.ts'

const ChannelDrawer = lazyWindow(() => import('./ChannelDrawer.tsx'))
const MatchingDrawer = lazyWindow(() => import('./MatchingDrawer.tsx'))

type ChannelRow = Out<typeof chn.getlist>[number]

/** Draws each channel: whether it is used and works, what went through it, and its settings. */
export function ChannelList({ onWrong }: { onWrong: (kind: string) => void }) {
  const may = useMay()
  const { data, error, refetch } = useQuery(query(chn.getlist, {}))
  const [opened, setOpened] = useState<ChannelRow>()
  const [matched, setMatched] = useState<ChannelRow['chnKind']>()
  const order = useSend(chn.setchnord, { quiet: true })
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  const used = data.filter(({ useFlag }) => useFlag === '1').map(({ chnKind }) => chnKind)
  const move = (kind: ChannelRow['chnKind'], by: -1 | 1) => {
    const at = used.indexOf(kind)
    const moved = used.toSpliced(at, 1).toSpliced(at + by, 0, kind)
    order.mutate({ chnKinds: moved })
  }
  return (
    <>
      <p className="grey">
        不设渠道，消息也都在各人的收件箱里。启用了渠道，每个人从上往下用第一个能找到他的渠道；短信只用于紧急的、再次提醒的和久未读的待办。
      </p>
      <ul className="channel-list">
        {data.map((row) => (
          <li key={row.chnKind}>
            <span className="channel-words">
              <span className="channel-name">
                {channels[row.chnKind].name} <ChannelTag row={row} />
              </span>
              <small className={row.brkTm ? 'channel-wrong' : 'grey'}>{stateOf(row)}</small>
            </span>
            <span className="row-actions">
              {row.wrongCnt > 0 && (
                <Button type="link" size="small" onClick={() => onWrong(row.chnKind)}>
                  未送达 {formatCount(row.wrongCnt)}
                </Button>
              )}
              {row.useFlag === '1' && matchedKinds.includes(row.chnKind) && (
                <Button size="small" onClick={() => setMatched(row.chnKind)}>
                  匹配
                </Button>
              )}
              {may(chn.setchnord) && row.useFlag === '1' && used.length > 1 && (
                <>
                  <Button
                    size="small"
                    icon={<ChevronUp />}
                    aria-label={`${channels[row.chnKind].name}上移`}
                    disabled={used[0] === row.chnKind}
                    onClick={() => move(row.chnKind, -1)}
                  />
                  <Button
                    size="small"
                    icon={<ChevronDown />}
                    aria-label={`${channels[row.chnKind].name}下移`}
                    disabled={used.at(-1) === row.chnKind}
                    onClick={() => move(row.chnKind, 1)}
                  />
                </>
              )}
              {may(chn.set) && (
                <Button size="small" onClick={() => setOpened(row)}>
                  {row.ver === null ? '去设置' : '设置'}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Suspense>
        {opened && <ChannelDrawer row={opened} onClose={() => setOpened(undefined)} />}
        {matched && <MatchingDrawer chnKind={matched} onClose={() => setMatched(undefined)} />}
      </Suspense>
    </>
  )
}

function ChannelTag({ row: { useFlag, brkTm } }: { row: ChannelRow }) {
  if (useFlag === '0') return <Tag>未启用</Tag>
  return brkTm ? <Tag color="error">已停用</Tag> : <Tag color="success">正常</Tag>
}

function stateOf({ useFlag, brkTm, brkWhy, waitCnt, sentCnt }: ChannelRow): string {
  if (useFlag === '0') return '没有通过它发送消息'
  const counts = `近 7 天发出 ${formatCount(sentCnt)}，待发 ${formatCount(waitCnt)}`
  return brkTm ? `${formatTime(brkTm)} 起发不出：${brkWhy}。待发 ${formatCount(waitCnt)} 条，改好并保存后自动发出` : counts
}
