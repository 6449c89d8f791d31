import { useQuery } from '@tanstack/react-query'
import { emp, EmployeeEx } from '#features/ent/emp/emp.contract.ts'
import { metaOf } from '#contract/explain.ts'
import { query } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatDate } from '#web/page/format.ts'
import { FactList } from '#web/page/FactList.tsx'
import { useMay, useMe } from '#web/api/me.tsx'
import { OwnIdentities } from './OwnIdentities.tsx'
import { OwnPhoto } from './OwnPhoto.tsx'

/** Draws what the enterprise keeps of me as an employee, my ID photo, and the identities I may take. */
export function OwnFacts() {
  const may = useMay()
  const me = useMe()
  return (
    <div className="stack">
      {may(emp.getex) && <OwnRecord empNo={me.idntVal} />}
      <OwnPhoto />
      {!me.imitUserNo && <OwnIdentities />}
    </div>
  )
}

const namesOf = (list: { name: string }[]) => list.map(({ name }) => name).join('、') || '–'
const title = (field: keyof typeof EmployeeEx.shape) => metaOf(EmployeeEx.shape[field]).title

function OwnRecord({ empNo }: { empNo: string }) {
  const { data, error, refetch } = useQuery(query(emp.getex, { empNo }))
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  const rows = data
    ? [
        [title('empName'), data.empName],
        [title('workNo'), data.workNo],
        [title('sex'), data.sexName],
        [title('brth'), formatDate(data.brth)],
        [title('authTel'), data.authTel],
        [title('idNo'), data.idNo],
        ['部门', namesOf(data.orgs)],
        ['员工组', namesOf(data.grps)],
      ]
    : []
  return (
    <section aria-labelledby="own-record" className="profile-record">
      <h2 id="own-record" className="section-title">
        我的员工资料
      </h2>
      <FactList items={rows.map(([label, value]) => [label, value || '–'])} />
    </section>
  )
}
