import { useMe } from '#web/api/me.tsx'
import PayItemPanel from './payitem.panel.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

/** Draws the payment items of the own enterprise; those of others are on their pages. */
export default function PayItemScreen() {
  const { entNo } = useMe()
  return (
    <div className="page touch">
      <PageHead title="缴费项目" />
      <PayItemPanel entNo={entNo} />
    </div>
  )
}
