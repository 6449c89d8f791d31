import { useMe } from '#web/api/me.tsx'
import AccountPanel from './entact.panel.tsx'

/** Draws the payment accounts of the own enterprise; those of others are on their pages. */
export default function AccountScreen() {
  const { entNo } = useMe()
  return (
    <div className="page touch">
      <div className="page-head">
        <h1>收款账户</h1>
      </div>
      <AccountPanel entNo={entNo} />
    </div>
  )
}
