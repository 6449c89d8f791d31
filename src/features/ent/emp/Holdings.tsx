import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { emp } from './emp.contract.ts'

// Sets the number above which they are not listed one by one.
const most = 50

/** Draws the roles and groups that people keep while they are disabled. */
export function Holdings({ empNos }: { empNos: string[] }) {
  const { data: people } = useQuery({ ...query(emp.getexlist, { empNos }), enabled: empNos.length <= most })
  const holders = people?.filter(({ roles, grps }) => roles.length + grps.length > 0) ?? []
  return (
    <>
      <p>停用后不能登录本单位，已登录的会立即退出；部门、员工组、角色和档案都保留，随时可以启用。</p>
      {holders.length > 0 && (
        <>
          <p>其中 {formatCount(holders.length)} 人有角色或在员工组里，停用期间这些不起作用：</p>
          <ul className="holdings">
            {holders.map(({ empNo, empName, roles, grps }) => (
              <li key={empNo}>
                {empName}：{[...roles, ...grps].map(({ name }) => name).join('、')}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
