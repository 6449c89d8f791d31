import { useMe } from '#web/api/me.tsx'
import PayItemPanel from './payitem.panel.tsx'

/** Draws the payment items of the own enterprise; those of others are on their pages. */
export default function PayItemScreen() {
  const { entNo } = useMe()
  return (
    <div className="page touch">
      <div className="page-head">
        <h1>缴费项目</h1>
      </div>
      <PayItemPanel entNo={entNo} />
    </div>
  )
}
