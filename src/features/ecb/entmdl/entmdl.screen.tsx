import { Select } from 'antd'
import { useState } from 'react'
import { webTerminal } from '#contract/modules.ts'
import { useDictionary } from '#web/api/dictionary.tsx'
import '#web/form/modules.css'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { ByEnterprise } from './ByEnterprise.tsx'
import { EnterprisesByModule } from './EnterprisesByModule.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

type View = 'enterprise' | 'module'

/** Draws the modules of enterprises: by enterprise, or by module. */
export default function GivenModulesScreen() {
  const [view, setView] = useState<View>('enterprise')
  const [tmlType, setTmlType] = useState<string>(webTerminal)
  const terminals = useDictionary('TML_TYPE')
  const leaving = useLeaving()
  return (
    <div className="page touch">
      <PageHead title="模块开通">
        <SegmentedControl<View>
          aria-label="查看方式"
          options={[
            { value: 'enterprise', label: '按企业' },
            { value: 'module', label: '按模块' },
          ]}
          value={view}
          onChange={(next) => leaving.leave(() => setView(next))}
        />
        <Select
          aria-label="终端类型"
          style={{ width: 136 }}
          options={terminals.map(({ infoNo, chnName }) => ({ value: infoNo, label: chnName }))}
          value={terminals.length > 0 ? tmlType : null}
          onChange={(next) => leaving.leave(() => setTmlType(next))}
        />
      </PageHead>
      {view === 'enterprise' ? (
        <ByEnterprise tmlType={tmlType} leave={leaving.leave} />
      ) : (
        <EnterprisesByModule tmlType={tmlType} />
      )}
      {leaving.dialog}
    </div>
  )
}
