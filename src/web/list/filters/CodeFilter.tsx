import { SelectFilter } from './SelectFilter.tsx'
import { useDictionary } from '#web/api/dictionary.tsx'

type Props = {
  /** Names the dictionary whose values are offered. */
  type: string
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Names a value that is never listed. */
  without?: string
  /** Requires one value always. */
  always?: boolean
  /** Says that something above the list shows its value already. */
  isShownAbove?: boolean | undefined
}

/** Draws the filter of a list by the values of a dictionary. */
export function CodeFilter({ type, without, ...props }: Props) {
  const options = useDictionary(type)
    .filter(({ infoNo }) => infoNo !== without)
    .map(({ infoNo, chnName }) => ({ value: infoNo, label: chnName }))
  return <SelectFilter options={options} {...props} />
}
