import { useState } from 'react'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { EnterpriseField } from '#features/ecb/ent/enterprise.picker.tsx'
import { useMay, useMe } from '#web/api/me.tsx'
import { useUrlParam } from '#web/page/useUrlParam.ts'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { BySetting } from './BySetting.tsx'
import EnterpriseSettings from './entcfg.panel.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

type View = 'enterprise' | 'setting'

/** Draws the settings of enterprises: by enterprise, or by setting. Without enterprises below one sees the own settings. */
export default function EnterpriseSettingsScreen() {
  const me = useMe()
  const reachesBelow = useMay()(ent.gettree)
  const [view, setView] = useState<View>('enterprise')
  const [chosen, setChosen] = useState(me.entNo)
  const [requested, setRequested] = useState<string>()
  const leaving = useLeaving()
  const find = (cfgCode: string) => {
    setView('enterprise')
    setRequested(cfgCode)
  }
  useUrlParam('cfgCode', (cfgCode) => leaving.leave(() => find(cfgCode)))
  return (
    <div className="page touch">
      <PageHead title="参数设置">
        {reachesBelow && (
          <SegmentedControl<View>
            aria-label="查看方式"
            options={[
              { value: 'enterprise', label: '按企业' },
              { value: 'setting', label: '按参数' },
            ]}
            value={view}
            onChange={(next) => leaving.leave(() => setView(next))}
          />
        )}
      </PageHead>
      {view === 'setting' ? (
        <BySetting />
      ) : (
        <>
          {reachesBelow && (
            <div className="one-enterprise">
              <EnterpriseField value={chosen} onChange={(next) => leaving.leave(() => setChosen(next ?? me.entNo))} />
            </div>
          )}
          <EnterpriseSettings key={chosen} entNo={chosen} requested={requested} />
        </>
      )}
      {leaving.dialog}
    </div>
  )
}
