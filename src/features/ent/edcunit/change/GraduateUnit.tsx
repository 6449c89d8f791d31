import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Select } from 'antd'
import { useState } from 'react'
import { unitTypes, yearsOf } from '#domain/units/units.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { query, useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { edcunit } from '../edcunit.contract.ts'
import { type UnitPlace, type Units, useNaming } from '../useUnits.tsx'
import { WholeSchool } from '../make/WholeSchool.tsx'

/** Lists the years to choose from: those around the present school year, and the unit's own. */
const yearsAround = (schYear: number, own: number | null) =>
  [...new Set([...[-1, 0, 1, 2].map((i) => schYear + i), ...(own === null ? [] : [own])])]
    .toSorted((one, other) => one - other)
    .map((year) => ({ value: year, label: String(year) }))

const ownYearOf = (unit: UnitPlace, grade: UnitPlace | undefined) => unit.grdtYear ?? grade?.grdtYear ?? null

type Props = { unit: UnitPlace; units: Units; onClose: () => void }

/** Lets a grade or a class leave the school, and says before whom and what that touches. */
export default function GraduateUnit({ unit, units, onClose }: Props) {
  const { naming, schYear } = useNaming(units)
  const [isSure, setSure] = useState(false)
  const [isOtherSure, setOtherSure] = useState(false)
  const { data: counts } = useQuery({ ...query(edcunit.getstatis, { unitNo: unit.unitNo }), staleTime: 0 })
  const graduate = useSend(edcunit.graduate, { said: () => `“${unit.unitName}”已毕业` })
  const grade = unit.unitType === unitTypes.grade ? unit : units.byNo.get(unit.prtNo ?? '')
  const isEarly = !!grade?.stdyPrd && (grade.curGrade ?? 0) < yearsOf(grade.stdyPrd, naming)
  const ownYear = ownYearOf(unit, grade)
  const [grdtYear, setYear] = useState((!isEarly && ownYear) || schYear + 1)
  const isOtherYear = ownYear !== null && ownYear !== grdtYear
  const stayed = graduate.data?.result.others
  if (stayed && stayed.length > 0) return <Stayed people={stayed} onClose={onClose} />
  const isConfirmed = (isSure || !isEarly) && (isOtherSure || !isOtherYear)
  const go = () =>
    graduate.mutate(
      {
        unitNos: [unit.unitNo],
        grdtYear,
        ...(isEarly && { early: '1' as const }),
        ...(isOtherYear && { yearFlag: '1' as const }),
      },
      { onSuccess: ({ result }) => result.others.length === 0 && onClose() },
    )
  return (
    <AppModal
      open
      width={480}
      title={`毕业“${unit.unitName}”`}
      okText="毕业"
      okButtonProps={{ danger: true, disabled: !counts || !isConfirmed }}
      confirmLoading={graduate.isPending}
      cancelText="取消"
      onOk={go}
      // Stays open to show who did not graduate.
      onCancel={() => graduate.isPending || onClose()}
    >
      <Touched counts={counts} />
      <Form layout="vertical">
        <Form.Item label="毕业年份" htmlFor="graduate-year">
          <Select id="graduate-year" options={yearsAround(schYear, ownYear)} value={grdtYear} onChange={setYear} />
        </Form.Item>
      </Form>
      {isEarly && (
        <Checkbox className="unit-sure" checked={isSure} onChange={({ target }) => setSure(target.checked)}>
          “{grade?.unitName}”还没有到毕业年级，确认提前毕业
        </Checkbox>
      )}
      {isOtherYear && (
        <Checkbox className="unit-sure" checked={isOtherSure} onChange={({ target }) => setOtherSure(target.checked)}>
          “{grade?.unitName}”应在 {ownYear} 年毕业，确认改为 {grdtYear} 年
        </Checkbox>
      )}
      <WholeSchool onLeave={onClose} />
    </AppModal>
  )
}

type Counts = { clsCnt: number; stuCnt: number; suspCnt: number }

/** Draws what a graduation touches. */
function Touched({ counts: { clsCnt, stuCnt, suspCnt } = { clsCnt: 0, stuCnt: 0, suspCnt: 0 } }: { counts: Counts | undefined }) {
  return (
    <>
      <ul className="holdings">
        <li>{formatCount(clsCnt)} 个班级归入“已毕业”，不能再加入学生</li>
        <li>{formatCount(stuCnt - suspCnt)} 名在读学生改为毕业</li>
        {suspCnt > 0 && <li>{formatCount(suspCnt)} 名休学学生不变，毕业后会列出来</li>}
        <li>没有别的在读孩子的家长停用，班主任等不再负责这些单元</li>
      </ul>
      <p className="grey">学生、家长和档案都保留，毕业后可以撤销。</p>
    </>
  )
}

type Person = { stuNo: string; stuName: string; unitName: string }

function Stayed({ people, onClose }: { people: Person[]; onClose: () => void }) {
  return (
    <AppModal open width={480} title={`${people.length} 名休学学生没有毕业`} okText="知道了" onOk={onClose} onCancel={onClose}>
      <p>他们仍在已毕业的班里，请在学生管理中调班或办理转出：</p>
      <ul className="holdings">
        {people.map(({ stuNo, stuName, unitName }) => (
          <li key={stuNo}>
            {stuName} <span className="grey">{unitName}</span>
          </li>
        ))}
      </ul>
    </AppModal>
  )
}
