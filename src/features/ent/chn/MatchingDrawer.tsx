import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { channels, type ChannelKind, familyKinds } from '#domain/channels/channels.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { FactList } from '#web/page/FactList.tsx'
import { formatCount } from '#web/page/format.ts'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { chn } from './chn.contract.ts'

/** Draws how many of the staff, and of the guardians, a channel knows by their phones, and whom it does not. */
export default function MatchingDrawer({ chnKind, onClose }: { chnKind: ChannelKind; onClose: () => void }) {
  const narrow = useNarrow()
  const may = useMay()
  const client = useQueryClient()
  const knowsFamilies = familyKinds.includes(chnKind)
  const [who, setWho] = useState<'emp' | 'ptr'>('emp')
  const read = query(chn.getmatch, { chnKind, who })
  const { data, error, refetch } = useQuery(read)
  const match = useSend(chn.match, { quiet: true })
  const go = () => match.mutate({ chnKind, who }, { onSuccess: ({ result }) => client.setQueryData(read.queryKey, result) })
  return (
    <AppDrawer
      open
      className="touch"
      size={narrow ? '100%' : 480}
      title={`${channels[chnKind].name}的匹配情况`}
      onClose={onClose}
      acts={
        data &&
        data.leftCnt > 0 &&
        may(chn.match) && (
          <Button type="primary" loading={match.isPending} onClick={go}>
            {who === 'ptr' ? '到家校通讯录里找' : `按手机号匹配 ${formatCount(Math.min(100, data.leftCnt))} 人`}
          </Button>
        )
      }
    >
      <div className="stack">
        {knowsFamilies && (
          <SegmentedControl
            aria-label="员工或家长"
            value={who}
            onChange={setWho}
            options={[
              { value: 'emp', label: '员工' },
              { value: 'ptr', label: '家长' },
            ]}
          />
        )}
        {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
        {!error && !data && <Spin delay={200} />}
        {data && (
          <>
            <FactList
              items={[
                [who === 'ptr' ? '家长' : '在职员工', formatCount(data.allCnt)],
                ['已找到', formatCount(data.knownCnt)],
                ['没有找到', formatCount(data.missCnt)],
                ['还没有查', formatCount(data.leftCnt)],
              ]}
            />
            <p className="grey">{!knowsFamilies && '家长在给他们发消息时再查。'}查过的不再查，没有找到的 30 天后再查一次。</p>
            {data.missing.length > 0 && (
              <>
                <h2 className="section-title">没有找到的人</h2>
                <ul className="channel-missing">
                  {data.missing.map(({ name, place }, at) => (
                    <li key={at}>
                      {name} <span className="grey">{place}</span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </div>
    </AppDrawer>
  )
}
