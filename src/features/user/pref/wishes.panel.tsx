import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { SwitchList } from '#domain/messages/SwitchList.tsx'
import { query, useSend } from '#web/api/api.ts'
import { useMe } from '#web/api/me.tsx'
import type { Out } from '#web/api/send.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import PushSwitch from '#features/user/push/pushSwitch.panel.tsx'
import { MailWish } from './MailWish.tsx'
import { pref } from './pref.contract.ts'

/** Draws how one wants to be told: of which events, through which channels, to which address. */
export default function Wishes() {
  const { data, error, refetch } = useQuery(query(pref.get, {}))
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  return data ? <Switches {...data} /> : null
}

function Switches({ evts, chns, mail, digestFlag, ...off }: Out<typeof pref.get>) {
  const mayChange = !useMe().imitUserNo
  const set = useSend(pref.set)
  // Holds what is off with what is being saved, so that switches that follow each other quickly all count.
  const held = useRef({ evts: new Set(off.offEvts), chns: new Set(off.offChns) })
  const turn = async <Key extends string>(those: Set<Key>, key: Key, isOn: boolean, save: () => Promise<unknown>) => {
    if (isOn) those.delete(key)
    else those.add(key)
    await save().catch((error: unknown) => {
      if (isOn) those.add(key)
      else those.delete(key)
      throw error
    })
  }
  const turnEvent = (key: (typeof off.offEvts)[number], isOn: boolean) => {
    const { evts: those } = held.current
    return turn(those, key, isOn, () => set.mutateAsync({ offEvts: [...those] }))
  }
  const turnChannel = (key: (typeof off.offChns)[number], isOn: boolean) => {
    const { chns: those } = held.current
    return turn(those, key, isOn, () => set.mutateAsync({ offChns: [...those] }))
  }
  return (
    <div className="stack">
      {evts.length > 0 && (
        <section aria-labelledby="own-events">
          <h2 id="own-events" className="section-title">
            提醒我的事
          </h2>
          <SwitchList
            label="提醒我的事"
            items={evts.map(({ evt, name, useFlag, fixFlag }) => ({
              key: evt,
              name,
              isOn: useFlag === '1',
              isFixed: fixFlag === '1',
              note: fixFlag === '1' ? '紧急，不能关掉' : undefined,
            }))}
            onChange={mayChange ? turnEvent : undefined}
          />
        </section>
      )}
      <section aria-labelledby="own-ways">
        <h2 id="own-ways" className="section-title">
          怎样提醒我
        </h2>
        <p className="grey">消息总在消息中心里；下面是系统以外的提醒。</p>
        <SwitchList
          label="通过哪些渠道"
          items={chns.map(({ chnKind, name, useFlag }) => ({ key: chnKind, name, isOn: useFlag === '1' }))}
          onChange={mayChange ? turnChannel : undefined}
        />
        <SwitchList
          label="什么时候发"
          items={[{ key: 'digest', name: '只是知道的消息每天 18:00 合成一条', isOn: digestFlag === '1' }]}
          onChange={mayChange ? (_, isOn) => set.mutateAsync({ digestFlag: isOn ? '1' : '0' }) : undefined}
        />
        <PushSwitch isFixed={!mayChange} />
        <MailWish mail={mail} isFixed={!mayChange} />
      </section>
    </div>
  )
}
