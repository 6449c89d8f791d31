import { useState } from 'react'
import { useMay, useMe } from '#web/api/me.tsx'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { ByValue } from './ByValue.tsx'
import { entinfo } from './entinfo.contract.ts'
import { Dictionaries } from './entinfo.panel.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

type View = 'enterprise' | 'value'

/** Draws the values of the dictionaries that our enterprise uses; operators also see who uses a value. */
export default function EntInfoScreen() {
  const may = useMay()
  const { entNo, entName } = useMe()
  const leaving = useLeaving()
  const [view, setView] = useState<View>('enterprise')
  return (
    <div className="page touch">
      <PageHead title="字典选用">
        {may(entinfo.createinfoent) && (
          <SegmentedControl<View>
            aria-label="查看方式"
            options={[
              { value: 'enterprise', label: '本单位' },
              { value: 'value', label: '按值' },
            ]}
            value={view}
            onChange={(next) => leaving.leave(() => setView(next))}
          />
        )}
      </PageHead>
      {view === 'enterprise' ? <Dictionaries entNo={entNo} entName={entName} leave={leaving.leave} /> : <ByValue />}
      {leaving.dialog}
    </div>
  )
}
