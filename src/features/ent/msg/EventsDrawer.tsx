import { useQuery } from '@tanstack/react-query'
import { MessageClass } from '#domain/messages/messages.contract.ts'
import { SwitchList } from '#domain/messages/SwitchList.tsx'
import { query, useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { msg } from './msg.contract.ts'

/** Draws which events the enterprise tells of; a switch is saved at once. */
export default function EventsDrawer({ onClose }: { onClose: () => void }) {
  const may = useMay()
  const { data, error, refetch } = useQuery(query(msg.getevents, {}))
  const set = useSend(msg.setevent)
  return (
    <AppDrawer open title="事件提醒" size={480} onClose={onClose}>
      <p className="grey">
        系统在这些事发生时发消息。关掉的，本单位谁都不会收到；每个人还可以在个人中心的“我的提醒”里关掉自己的。
      </p>
      {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {data && (
        <SwitchList
          label="事件提醒"
          items={data.map(({ evt, name, cls, useFlag }) => ({
            key: evt,
            name,
            isOn: useFlag === '1',
            note: cls === MessageClass.urgent ? '紧急，个人不能关掉' : undefined,
          }))}
          onChange={may(msg.setevent) ? (evt, isOn) => set.mutateAsync({ evt, useFlag: isOn ? '1' : '0' }) : undefined}
        />
      )}
    </AppDrawer>
  )
}
