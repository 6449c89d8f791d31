import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { permissions } from '#contract/access.ts'
import { titlesOf } from '#contract/explain.ts'
import { boarding } from '#domain/students/stu.labels.contract.ts'
import { StudentState } from '#domain/units/units.contract.ts'
import { importPages, pathInto, takesNewcomers } from '#features/ent/stu/imports/importPages.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { query } from '#web/api/api.ts'
import { Label } from '#web/api/dictionary.tsx'
import { CountLink } from '#web/list/CountLink.tsx'
import { useMay } from '#web/api/me.tsx'
import { ActionsButton } from '#web/menu/ActionsButton.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { edcunit, UnitContents } from './edcunit.contract.ts'
import { classesOf, studentsOf } from './unitCounts.web.ts'
import { isClass, UnitLine, UnitMark } from './UnitLine.tsx'
import type { useUnitActions } from './useUnitActions.tsx'
import type { UnitPlace } from './useUnits.tsx'

type Props = { unit: UnitPlace; actions: ReturnType<typeof useUnitActions> }

// Maps what is counted to what else its list is asked for.
const asked = {
  stuCnt: {},
  boyCnt: { sex: 'M' },
  girlCnt: { sex: 'N' },
  boardCnt: { wts: boarding.boards },
  dayCnt: { wts: boarding.day },
  suspCnt: { stt: StudentState.suspended },
} satisfies Record<string, Record<string, string>>
const counted = ['clsCnt', ...(Object.keys(asked) as (keyof typeof asked)[])] as const
const titles = titlesOf(UnitContents, counted)

/** Draws the facts of the chosen unit: where it is, what lies in it, and the actions on it; on a phone the actions alone. */
export function UnitHead({ create, ...props }: Props & { create: (() => void) | undefined }) {
  const narrow = useNarrow()
  const may = useMay()
  const navigate = useNavigate()
  const { unit, actions } = props
  if (narrow) return <UnitLine {...props} create={create} facts={<UnitCounts unit={unit} />} />
  return (
    <div className="stack">
      <div className="spread">
        <h2 className="way-title">
          {unit.way.join(' / ')} <UnitMark unit={unit} />
        </h2>
        <span className="record-acts">
          {isClass(unit) && may({ access: permissions('stu').view }) && (
            <Button onClick={() => navigate(studentsOf(unit))}>查看学生</Button>
          )}
          {takesNewcomers(unit) && may(stu.importnewstu) && (
            <Button onClick={() => navigate(pathInto(importPages[0], unit))}>导入学生</Button>
          )}
          {actions.edit && <Button onClick={() => actions.edit?.(unit)}>修改</Button>}
          <ActionsButton menu={actions.menuOf(unit.unitNo)} />
        </span>
      </div>
      <UnitCounts unit={unit} />
    </div>
  )
}

function UnitCounts({ unit }: { unit: UnitPlace }) {
  const may = useMay()
  const { unitNo } = unit
  const { data: counts } = useQuery(query(edcunit.getstatis, { unitNo }))
  const seesStudents = may({ access: permissions('stu').view })
  const pathOf = (name: (typeof counted)[number]) =>
    name === 'clsCnt' ? classesOf(unitNo) : seesStudents && studentsOf(unit, asked[name])
  const shown = counted.filter((name) => name !== 'clsCnt' || !isClass(unit))
  return (
    <>
      <ul className="unit-counts" aria-label="统计">
        {shown.map((name) => (
          <li key={name}>
            {titles[name]} <b>{counts ? <CountLink count={counts[name]} to={pathOf(name)} label={titles[name]} /> : '–'}</b>
          </li>
        ))}
      </ul>
      <Facts unit={unit} />
    </>
  )
}

function Facts({ unit: { unitNo, stdyPrd, entrYear, grdtYear, selfNo, waitFlag } }: { unit: UnitPlace }) {
  const may = useMay()
  const { data } = useQuery({ ...query(edcunit.get, { unitNo }), enabled: may(edcunit.get) })
  const leads = [...Map.groupBy(data?.leads ?? [], ({ roleName }) => roleName)]
  return (
    <div className="unit-facts">
      {stdyPrd && (
        <span>
          <span className="grey">学段</span> <Label type="STDY_PRD" value={stdyPrd} />
        </span>
      )}
      {entrYear && (
        <span>
          <span className="grey">在校</span> {entrYear} 至 {grdtYear} 年
        </span>
      )}
      {leads.map(([roleName, people]) => (
        <span key={roleName}>
          <span className="grey">{roleName}</span> {people.map(({ empName }) => empName).join('、')}
        </span>
      ))}
      {selfNo && (
        <span>
          <span className="grey">自编号</span> {selfNo}
        </span>
      )}
      {waitFlag === '1' && <span className="grey">年级里还没有分班的学生在这里，不算一个班级</span>}
      {data?.des && <span className="grey">{data.des}</span>}
      {data?.rem && <span className="grey">{data.rem}</span>}
    </div>
  )
}
