import { today } from '#contract/values/day.ts'
import { yearsBack } from '#web/form/inputs/years.ts'
import { Options } from './ChoiceControls.tsx'
import { type ControlProps, plainProps } from './control.web.ts'

/** Draws the choice of one of the last years; keeps an older one that is held. */
export default function YearControl(props: ControlProps) {
  const held = typeof props.value === 'string' ? props.value : ''
  const years = yearsBack(Number(today().slice(0, 4)))
  const offered = (held === '' || years.includes(held) ? years : [...years, held]).map((year) => ({
    val: year,
    name: `${year}年`,
  }))
  return <Options {...plainProps(props)} value={held} offered={offered} onChange={props.onChange} />
}
