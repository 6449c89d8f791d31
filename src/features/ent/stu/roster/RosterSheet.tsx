import type * as z from 'zod'
import { formatCount } from '#web/page/format.ts'
import { PaperLine } from '#web/print/PaperLine.tsx'
import type { UnitEx } from '#features/ent/edcunit/edcunit.contract.ts'
import type { Student } from '../stu.contract.ts'
import './roster.css'

type Pupil = Pick<z.output<typeof Student>, 'stuNo' | 'stuName' | 'sexName' | 'stdyNo' | 'unitName'>

type Props = {
  /** Lists the pupils of one class, at least one. */
  pupils: readonly Pupil[]
  /** Lists who holds the class, as its head teacher does. */
  leads: z.output<typeof UnitEx>['leads']
  /** Counts the empty columns. */
  blank: number
}

// Draws lower rows from here on, so that a class of fifty stands on one sheet.
const manyPupils = 36

/** Draws the roster of one class as it stands on paper. */
export function RosterSheet({ pupils, leads, blank }: Props) {
  const roles = Map.groupBy(leads, ({ roleName }) => roleName)
  const empty = Array.from({ length: blank }, (_, at) => `blank ${at}`)
  return (
    <section className="roster">
      <h2 className="print-title">{pupils[0]?.unitName} 学生名册</h2>
      <PaperLine />
      <p className="paper-filter">
        {[...roles].map(([role, holders]) => (
          <span key={role}>
            {role}：{holders.map(({ empName }) => empName).join('、')}
          </span>
        ))}
        <span>在籍学生：{formatCount(pupils.length)} 人</span>
      </p>
      <table className={pupils.length > manyPupils ? 'paper-table roster-dense' : 'paper-table'}>
        <colgroup>
          <col className="roster-number" />
          <col className="roster-name" />
          <col className="roster-sex" />
          <col className="roster-code" />
          {empty.map((key) => (
            <col key={key} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {['序号', '姓名', '性别', '学号'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            {empty.map((key) => (
              <td key={key} />
            ))}
          </tr>
        </thead>
        <tbody>
          {pupils.map(({ stuNo, stuName, sexName, stdyNo }, at) => (
            <tr key={stuNo}>
              <td className="number">{at + 1}</td>
              <td>{stuName}</td>
              <td>{sexName}</td>
              <td>{stdyNo ?? '–'}</td>
              {empty.map((key) => (
                <td key={key} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
