import { Checkbox, Form } from 'antd'
import { useState } from 'react'
import { className, entryYearOf, gradeName, studyPeriods, type StudyPeriod, yearsOf } from '#domain/units/units.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useSend } from '#web/api/api.ts'
import { CodeInput } from '#web/form/inputs/CodeInput.tsx'
import { NumberInput } from '#web/form/inputs/NumberInput.tsx'
import { formatCount } from '#web/page/format.ts'
import { edcunit, mostClasses } from '../edcunit.contract.ts'
import { type UnitPlace, type Units, useNaming } from '../useUnits.tsx'
import '../units.css'

type Props = { unit: UnitPlace; units: Units; onClose: () => void }

// Sets the number of classes that a grade is offered at first.
const usualClasses = 4

/** Draws several grades of a period with their classes at once; shows their names while they are typed. */
export default function GradesForm({ unit, units, onClose }: Props) {
  const { naming, schYear } = useNaming(units)
  const [stdyPrd, setPeriod] = useState<string>(unit.stdyPrd ?? studyPeriods.primary)
  const [counts, setCounts] = useState<ReadonlyMap<number, number | null>>(new Map())
  const create = useSend(edcunit.creategradeandclass, {
    said: ({ grades }) => `“${unit.unitName}”已新建 ${grades.length} 个年级`,
  })
  const kept = new Map(
    unit.items.filter((one) => one.stdyPrd === stdyPrd && one.grdtFlag === '0').map((one) => [one.entrYear, one.unitName]),
  )
  const rows = Array.from({ length: yearsOf(stdyPrd, naming) }, (_, i) => {
    const entrYear = entryYearOf(schYear, i + 1)
    return { entrYear, name: gradeName({ stdyPrd, curGrade: i + 1, entrYear }, naming), there: kept.get(entrYear) }
  })
  const grades = rows.flatMap(({ entrYear }) => {
    const clsCnt = counts.get(entrYear)
    return clsCnt ? [{ entrYear, clsCnt }] : []
  })
  const classes = grades.reduce((sum, { clsCnt }) => sum + clsCnt, 0)
  const set = (entrYear: number, clsCnt: number | null) => setCounts(new Map(counts).set(entrYear, clsCnt))
  const free = rows.filter(({ there }) => !there)
  const isAll = free.length > 0 && free.every(({ entrYear }) => counts.get(entrYear))
  const tickAll = (on: boolean) =>
    setCounts(new Map(free.map(({ entrYear }) => [entrYear, on ? (counts.get(entrYear) ?? usualClasses) : null])))
  return (
    <AppModal
      open
      width={640}
      title={`在“${unit.unitName}”之下新建年级与班级`}
      okText={grades.length > 0 ? `新建 ${grades.length} 个年级 ${formatCount(classes)} 个班` : '新建'}
      okButtonProps={{ disabled: grades.length === 0 }}
      confirmLoading={create.isPending}
      cancelText="取消"
      // Casts the period to the six that the dictionary holds.
      onOk={() => create.mutate({ prtNo: unit.unitNo, stdyPrd: stdyPrd as StudyPeriod, grades }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {!unit.stdyPrd && (
        <Form layout="vertical">
          <Form.Item label="学段" htmlFor="grades-period">
            <CodeInput
              id="grades-period"
              typeCode="STDY_PRD"
              value={stdyPrd}
              onChange={(next) => {
                setPeriod(next ?? studyPeriods.primary)
                setCounts(new Map())
              }}
            />
          </Form.Item>
        </Form>
      )}
      {free.length === 0 && <p className="grey">这个学段的年级都已有了，可以在年级里批量建班。</p>}
      <div className="grade-rows touch">
        <Checkbox
          disabled={free.length === 0}
          checked={isAll}
          indeterminate={!isAll && grades.length > 0}
          onChange={({ target }) => tickAll(target.checked)}
        >
          年级
        </Checkbox>
        <span className="grey head">班级数</span>
        <span className="grey head">将新建</span>
        {rows.map(({ entrYear, name, there }) => (
          <GradeRow
            key={entrYear}
            name={name}
            entrYear={entrYear}
            there={there}
            clsCnt={counts.get(entrYear) ?? null}
            names={(clsNo) => className(name, clsNo, naming)}
            onChange={(clsCnt) => set(entrYear, clsCnt)}
          />
        ))}
      </div>
    </AppModal>
  )
}

type RowProps = {
  name: string
  entrYear: number
  /** Names the existing grade of this year, undefined where there is none. */
  there: string | undefined
  clsCnt: number | null
  names: (clsNo: number) => string
  onChange: (clsCnt: number | null) => void
}

function GradeRow({ name, entrYear, there, clsCnt, names, onChange }: RowProps) {
  const told = clsCnt ? (clsCnt > 1 ? `${names(1)} 至 ${names(clsCnt)}` : names(1)) : '–'
  return (
    <>
      <Checkbox
        disabled={there !== undefined}
        checked={there !== undefined || !!clsCnt}
        onChange={({ target }) => onChange(target.checked ? usualClasses : null)}
      >
        {name} <span className="grey">{entrYear}年入学</span>
      </Checkbox>
      <NumberInput
        aria-label={`${name}的班级数`}
        precision={0}
        min={0}
        max={mostClasses}
        value={clsCnt}
        disabled={there !== undefined}
        onChange={onChange}
      />
      <span className="grey">{there ? `已有“${there}”` : told}</span>
    </>
  )
}
