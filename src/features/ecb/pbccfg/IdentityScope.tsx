import { Select } from 'antd'
import { useDictionary } from '#web/api/dictionary.tsx'
import { everyIdentity } from './pbccfg.contract.ts'

type Props = {
  value?: string | null
  onChange?: (idntNo: string | null) => void
  clearable?: boolean
  /** Leaves out the default for all, which exists already. */
  withoutAll?: boolean
  id?: string
}

/** Draws the identity that a default holds for: one of the six, or all. */
export function IdentityScope({ value, onChange, clearable = false, withoutAll = false, ...props }: Props) {
  const six = useDictionary('IDNT').filter(({ infoNo }) => infoNo.length === 3)
  const options = six.map(({ infoNo, chnName }) => ({ value: infoNo, label: chnName }))
  return (
    <Select
      {...props}
      aria-label="适用身份"
      placeholder="适用身份"
      style={{ minWidth: 128 }}
      allowClear={clearable}
      value={value ?? null}
      options={withoutAll ? options : [{ value: everyIdentity, label: '所有身份' }, ...options]}
      onChange={(next) => onChange?.(next ?? null)}
    />
  )
}
