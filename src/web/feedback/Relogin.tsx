import { AppModal } from './AppModal.tsx'
import { signInPath, signOut } from '#web/api/signOut.ts'

/** Asks after the end of a session whether to sign in again or to stay on the page (docs/spec/messages.md#errors). */
export default function Relogin({ onClose }: { onClose: () => void }) {
  const again = () => signOut(signInPath(location.pathname + location.search))
  return (
    <AppModal open title="登录已失效" width={440} okText="重新登录" cancelText="取消" onOk={again} onCancel={onClose}>
      您已被登出，可以取消继续留在该页面，或者重新登录
    </AppModal>
  )
}
