import { Input, Radio, Select, Switch } from 'antd'
import { Suspense, useState } from 'react'
import { decimalsOf, isColour, limitsInWords, type SettingKind, wrongValue } from '#contract/values/settingValue.ts'
import { NumberInput } from './NumberInput.tsx'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'

const DateInput = lazyPiece(() => import('./DateInput.tsx'))

type Props = {
  kind: SettingKind
  /** Names the subject of the value for screen readers. */
  label: string
  value?: string
  onChange?: (value: string) => void
  disabled?: boolean
  id?: string
}

/** Draws the value of a setting, in the control for its type and list. */
export function ValueInput({ kind, label, value = '', onChange = () => {}, ...props }: Props) {
  const { cfgCode, valType, valList, minVal, maxVal } = kind
  const control = { ...props, 'aria-label': label }
  const typed = {
    ...control,
    value,
    maxLength: 500,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (valType === 'B') return <FlagInput {...{ kind, label, value, onChange }} {...props} />
  if (valList)
    return (
      <Select
        {...control}
        value={value || null}
        placeholder="请选择"
        options={valList.map(({ val, name }) => ({ value: val, label: name }))}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    )
  if (valType === 'D')
    return (
      <Suspense fallback={<Input disabled />}>
        <DateInput {...control} placeholder="请选择日期" value={value || null} onChange={(date) => onChange(date ?? '')} />
      </Suspense>
    )
  if (valType === 'N')
    return (
      <NumberInput
        {...control}
        precision={decimalsOf(kind)}
        min={minVal ?? undefined}
        max={maxVal ?? undefined}
        value={value === '' || Number.isNaN(Number(value)) ? null : Number(value)}
        onChange={(number) => onChange(number === null ? '' : String(number))}
        suffix={<Limits minVal={minVal} maxVal={maxVal} />}
      />
    )
  if (cfgCode !== 'THEME') return <Input {...typed} />
  return (
    <Input
      {...typed}
      suffix={
        <input
          type="color"
          className="colour-well"
          aria-label={`${label}：选颜色`}
          disabled={props.disabled}
          value={isColour(value) ? value : '#000000'}
          onChange={(event) => onChange(event.target.value)}
        />
      }
    />
  )
}

/** Draws a switch, or, where neither is chosen yet, asks which, and goes on asking: what has the focus stays where it is. */
function FlagInput({
  kind,
  label,
  value,
  onChange,
  ...props
}: Required<Pick<Props, 'kind' | 'label' | 'value' | 'onChange'>> & Props) {
  const [isAsked, setAsked] = useState(value === '')
  if (value === '' && !isAsked) setAsked(true)
  const control = { ...props, 'aria-label': label }
  if (!isAsked)
    return (
      <Switch
        {...control}
        title={shownValue(kind, value)}
        checked={value === '1'}
        onChange={(isOn) => onChange(isOn ? '1' : '0')}
      />
    )
  return (
    <Radio.Group
      {...control}
      value={value}
      options={['1', '0'].map((one) => ({ value: one, label: shownValue(kind, one) }))}
      onChange={({ target }) => onChange(String(target.value))}
    />
  )
}

const Limits = ({ minVal, maxVal }: Pick<SettingKind, 'minVal' | 'maxVal'>) =>
  minVal === null && maxVal === null ? null : (
    <span className="grey" aria-label={limitsInWords(minVal, maxVal)}>
      {minVal ?? ''} ～ {maxVal ?? ''}
    </span>
  )

/** Returns a value in the words of its list. */
export function shownValue(kind: SettingKind, value: string): string {
  if (value === '') return '–'
  if (kind.valType === 'D' && !wrongValue(kind, value)) return value.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
  const named = kind.valList?.find(({ val }) => val === value)?.name
  return named ?? (kind.valType === 'B' ? (value === '1' ? '是' : '否') : value)
}
