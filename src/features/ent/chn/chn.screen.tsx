import { useState } from 'react'
import { PageHead } from '#web/head/PageHead.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { ChannelList } from './ChannelList.tsx'
import { Deliveries } from './Deliveries.tsx'
import './chn.css'

type View = 'channels' | 'deliveries'

/** Draws the channels through which messages reach people outside the product, and what became of each delivery. */
export default function ChannelsScreen() {
  const [view, setView] = useState<View>('channels')
  const [kind, setKind] = useState<string>()
  return (
    <div className="page touch">
      <PageHead title="消息渠道">
        <SegmentedControl<View>
          aria-label="查看"
          options={[
            { value: 'channels', label: '渠道' },
            { value: 'deliveries', label: '未送达' },
          ]}
          value={view}
          onChange={(next) => {
            setKind(undefined)
            setView(next)
          }}
        />
      </PageHead>
      {view === 'channels' ? (
        <ChannelList
          onWrong={(chosen) => {
            setKind(chosen)
            setView('deliveries')
          }}
        />
      ) : (
        <Deliveries {...(kind && { chnKind: kind })} />
      )}
    </div>
  )
}
