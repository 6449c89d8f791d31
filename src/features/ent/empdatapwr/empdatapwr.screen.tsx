import { useSearchParams } from 'react-router'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { ByPerson } from './ByPerson.tsx'
import { ByScope } from './ByScope.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

/** Draws which units and departments people see through their roles: by person, or by class and department. */
export default function DataPermissionScreen() {
  const [params, setParams] = useSearchParams()
  const { leave, dialog } = useLeaving()
  const way = params.get('way') === 'scope' ? 'scope' : 'person'
  return (
    <div className="page touch">
      <PageHead title="数据权限">
        <SegmentedControl
          aria-label="查看方式"
          value={way}
          onChange={(value) => leave(() => setParams({ way: value }, { replace: true }))}
          options={[
            { value: 'person', label: '按人员' },
            { value: 'scope', label: '按班级和部门' },
          ]}
        />
      </PageHead>
      {way === 'person' ? <ByPerson leave={leave} /> : <ByScope />}
      {dialog}
    </div>
  )
}
