import { Button } from 'antd'
import { signin } from '#contract/shell/signin.contract.ts'
import { useMe } from '#web/api/me.tsx'
import { send } from '#web/api/send.ts'
import { leaveAll } from '#web/api/signOut.ts'

/** Says all the time who really acts here, where somebody acts as another. */
export function ImpersonationBanner() {
  const { imitUserNo, imitName, idntValName, readFlag } = useMe()
  if (!imitUserNo) return null
  const end = async () => {
    await send(signin.logout, {}).catch(() => {})
    // Closes only a tab that was opened for this; any other goes to the sign-in.
    window.close()
    leaveAll()
  }
  return (
    <div className="impersonation" role="status">
      <span>
        {imitName} 正以 {idntValName} 的{readFlag === '1' ? '视角查看，不能修改' : '身份操作'}
      </span>
      <Button size="small" onClick={end}>
        结束
      </Button>
    </div>
  )
}
