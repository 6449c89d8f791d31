import { Button } from 'antd'
import { Status } from '#contract/fields.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { useMay } from '#web/api/me.tsx'
import { CountLink } from '#web/list/CountLink.tsx'
import { StatusTag } from '#web/api/dictionary.tsx'
import { formatCount } from '#web/page/format.ts'
import { HistoryButton } from '#web/history/historyTab.tsx'
import { useDepartment } from './useDepartment.tsx'
import type { DepartmentPlace } from './useDepartmentTree.tsx'

type Props = { department: DepartmentPlace; onEdit: ((department: DepartmentPlace) => void) | undefined }

/** Draws the facts of the chosen department: where it is, who leads it, its telephone, its size. */
export function DepartmentHead({ department, onEdit }: Props) {
  const { orgNo, path, leaders, stt, ttlCnt, drctCnt, below } = department
  const seesStaff = useMay()(emp.getpage)
  const kept = useDepartment(orgNo)
  return (
    <div>
      <div className="spread">
        <h2 className="way-title">
          {path.join(' / ')} {stt === Status.disabled && <StatusTag value={stt} />}
        </h2>
        <span className="row-actions">
          <HistoryButton kind="org" no={orgNo} name={department.orgName} />
          {onEdit && <Button onClick={() => onEdit(department)}>修改部门</Button>}
        </span>
      </div>
      <div className="org-facts">
        <span>
          <span className="grey">负责人</span> {leaders.map(({ empName }) => empName).join('、') || '–'}
        </span>
        <span>
          <span className="grey">部门电话</span> {kept?.tel ?? '–'}
        </span>
        <span>
          <span className="grey">直属</span>{' '}
          <CountLink count={drctCnt} to={seesStaff && `/ent/emp?orgNo=${orgNo}&subFlag=0`} label="直属人数" inText /> 人
          {below > 0 && (
            <>
              ，含 {formatCount(below)} 个下级部门共{' '}
              <CountLink count={ttlCnt} to={seesStaff && `/ent/emp?orgNo=${orgNo}`} label="总人数" inText /> 人
            </>
          )}
        </span>
        {kept?.rem && <span className="grey">{kept.rem}</span>}
      </div>
    </div>
  )
}
