import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SwitchList } from '#domain/messages/SwitchList.tsx'
import { query, useSend } from '#web/api/api.ts'
import { push } from './push.contract.ts'
import { currentSubscription, subscribe, takesPush } from './subscription.web.ts'

const refusals = {
  denied: '浏览器不让本系统弹出提醒。请点地址栏左边的图标，把“通知”改为允许，再打开。',
  failed: '浏览器没有连上它的推送服务，这台设备用不了，消息仍在消息中心里。',
}

/** Turns on that this browser shows new messages while no page is open; absent where the enterprise does not push. */
export default function PushSwitch({ isFixed }: { isFixed: boolean }) {
  const { data } = useQuery(query(push.get, {}))
  const { data: current, refetch } = useQuery({ queryKey: ['push', 'browser'], queryFn: currentSubscription })
  const [problem, setProblem] = useState<keyof typeof refusals>()
  const on = useSend(push.subscribe)
  const off = useSend(push.unsubscribe)
  const key = data?.key
  if (!key) return null
  if (!takesPush()) return <p className="grey">这个浏览器不能弹出提醒；苹果手机要先把本系统“添加到主屏幕”，再从主屏幕打开。</p>
  const turn = async (isOn: boolean) => {
    setProblem(undefined)
    if (isOn) {
      const asked = await subscribe(key)
      if (typeof asked === 'string') {
        setProblem(asked)
        throw new Error(asked)
      }
      await on.mutateAsync(asked)
    } else if (current) {
      await off.mutateAsync({ endpoint: current.endpoint })
      await current.unsubscribe()
    }
    await refetch()
  }
  return (
    <>
      <SwitchList
        label="这台设备"
        items={[{ key: 'push', name: '在这台设备上弹出提醒', isOn: !!current }]}
        onChange={isFixed ? undefined : (_, isOn) => turn(isOn)}
      />
      {problem && (
        <p className="bad-text" role="alert">
          {refusals[problem]}
        </p>
      )}
    </>
  )
}
