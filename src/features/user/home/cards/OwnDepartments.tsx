import { Link } from 'react-router'
import type * as z from 'zod'
import { CountLink } from '#web/list/CountLink.tsx'
import type { OwnDepartment } from '../home.contract.ts'

/** Draws my departments: who leads them and how to reach them. */
export function OwnDepartments({ departments }: { departments: z.output<typeof OwnDepartment>[] }) {
  if (departments.length === 0) return null
  return (
    <section className="home-card" aria-labelledby="home-departments">
      <h2 id="home-departments">我的部门</h2>
      <ul className="home-rows">
        {departments.map(({ orgNo, orgName, tel, leaders, cnt }) => (
          <li key={orgNo}>
            <span className="home-words">
              <Link to={`/ent/emp?orgNo=${orgNo}&subFlag=0`}>{orgName}</Link>
              <small>
                <CountLink count={cnt} to={`/ent/emp?orgNo=${orgNo}&subFlag=0`} label={orgName} inText /> 人 · 负责人{' '}
                {leaders ?? '–'} · 电话 {tel ?? '–'}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
