import { useMe } from '#web/api/me.tsx'
import AccountPanel from './entact.panel.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

/** Draws the payment accounts of the own enterprise; those of others are on their pages. */
export default function AccountScreen() {
  const { entNo } = useMe()
  return (
    <div className="page touch">
      <PageHead title="收款账户" />
      <AccountPanel entNo={entNo} />
    </div>
  )
}
