import { Button, Form, Radio, Select } from 'antd'
import {
  className,
  entryYearOf,
  freeNumbers,
  gradeName,
  type Naming,
  unitTypes,
  type UnitType,
  yearsOf,
} from '#domain/units/units.contract.ts'
import { Field } from '#web/form/Field.tsx'
import { typeNames } from './edcunit.contract.ts'
import { type UnitPlace, type Units, useNaming } from './useUnits.tsx'

const nextNumber = ({ items }: UnitPlace) => freeNumbers(new Set(items.map(({ clsNo }) => clsNo ?? 0)), 1)[0] ?? 1

// Limits the years: nobody stays longer than the longest period and a few more.
const mostYears = 12
const yearsFrom = (first: number) => Array.from({ length: mostYears }, (_, i) => ({ value: first + i, label: String(first + i) }))

const hasRule = (unitType: string | undefined) => unitType === unitTypes.grade || unitType === unitTypes.class

/** Draws the facts of a new unit, as its type asks for them. */
export function NewFields({ above, units, types }: { above: UnitPlace; units: Units; types: UnitType[] }) {
  const form = Form.useFormInstance()
  const { naming, schYear } = useNaming(units)
  // Draws no field where only one type fits.
  const unitType: UnitType | undefined = Form.useWatch('unitType', { form, preserve: true })
  const stdyPrd: string | undefined = Form.useWatch('stdyPrd', form) ?? above.stdyPrd ?? undefined
  const entrYear: number | undefined = Form.useWatch('entrYear', form)
  const asksPeriod = unitType === unitTypes.period || (unitType === unitTypes.grade && !above.stdyPrd)
  const curGrade = schYear - (entrYear ?? 0) + 1
  const byRule =
    unitType === unitTypes.class
      ? className(above.unitName, nextNumber(above), naming)
      : stdyPrd && entrYear
        ? gradeName({ stdyPrd, entrYear, curGrade }, naming)
        : undefined
  return (
    <>
      {types.length > 1 && (
        <Field name="unitType">
          <Radio.Group options={types.map((type) => ({ value: type, label: typeNames[type] }))} />
        </Field>
      )}
      {asksPeriod && <Field name="stdyPrd" isNeeded />}
      {unitType === unitTypes.grade && <EntryYear stdyPrd={stdyPrd} naming={naming} schYear={schYear} />}
      {hasRule(unitType) && <Field name="unitName" placeholder={byRule ? `不填就叫“${byRule}”` : '不填就按学校的规则命名'} />}
      {unitType && !hasRule(unitType) && <Field name="unitName" isNeeded />}
      {unitType && <Field name="selfNo" placeholder={unitType === unitTypes.class ? '不填就由入学年份和班号组成' : undefined} />}
    </>
  )
}

/** Draws the facts of an existing unit; those that students count on are fixed. */
export function KeptFields({ unit, units }: { unit: UnitPlace; units: Units }) {
  const { naming, schYear } = useNaming(units)
  const above = units.byNo.get(unit.prtNo ?? '')
  if (unit.grdtFlag === '1' || unit.waitFlag === '1') return null
  const isGrade = unit.unitType === unitTypes.grade
  const isFree = unit.stuCnt === 0
  return (
    <>
      {above && <Field name="unitName" autoFocus />}
      {above && <BackToRule byRule={ruleName(unit, above, naming)} />}
      {isFree && (unit.unitType === unitTypes.period || (isGrade && !above?.stdyPrd)) && <Field name="stdyPrd" />}
      {isFree && isGrade && <EntryYear stdyPrd={unit.stdyPrd ?? undefined} naming={naming} schYear={schYear} />}
      {isGrade && unit.entrYear && (
        <Field name="grdtYear">
          <Select options={yearsFrom(unit.entrYear + 1)} />
        </Field>
      )}
      <Field name="selfNo" />
    </>
  )
}

function ruleName({ unitType, stdyPrd, curGrade, entrYear, clsNo }: UnitPlace, above: UnitPlace, naming: Naming) {
  if (unitType === unitTypes.class) return clsNo === null ? undefined : className(above.unitName, clsNo, naming)
  return stdyPrd && curGrade && entrYear ? gradeName({ stdyPrd, curGrade, entrYear }, naming) : undefined
}

/** Draws the button that returns a name given by hand, which stays every year, to the rule. */
function BackToRule({ byRule }: { byRule: string | undefined }) {
  const form = Form.useFormInstance()
  const typed: string | undefined = Form.useWatch('unitName', form)
  if (!byRule || typed === undefined || typed === byRule) return null
  return (
    <p className="unit-rule grey">
      按学校的规则叫“{byRule}”。另起的名称升级后不变。
      <Button type="link" size="small" onClick={() => form.setFieldsValue({ unitName: byRule })}>
        用规则的名称
      </Button>
    </p>
  )
}

/** Draws the years in which a grade that is at school now can have entered. */
function EntryYear({ stdyPrd, naming, schYear }: { stdyPrd: string | undefined; naming: Naming; schYear: number }) {
  const years = stdyPrd ? Array.from({ length: yearsOf(stdyPrd, naming) }, (_, i) => i + 1) : []
  const options = years.map((curGrade) => {
    const entrYear = entryYearOf(schYear, curGrade)
    const name = stdyPrd ? gradeName({ stdyPrd, curGrade, entrYear }, naming) : ''
    return { value: entrYear, label: naming.style === 'cohort' ? `${entrYear}` : `${entrYear}（${name}）` }
  })
  return (
    <Field name="entrYear" isNeeded>
      <Select options={options} placeholder={stdyPrd ? '请选择入学年份' : '请先选择学段'} disabled={!stdyPrd} />
    </Field>
  )
}
