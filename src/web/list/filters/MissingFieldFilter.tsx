import { SelectFilter } from './SelectFilter.tsx'

type Props = {
  /** Names the fields that an archive may lack. */
  titles: Record<string, string>
  value: string | undefined
  onChange: (lack: string | undefined) => void
}

/** Draws the filter of archives by missing values. */
export const MissingFieldFilter = ({ titles, ...props }: Props) => (
  <SelectFilter
    label="没填的项"
    width={128}
    options={Object.entries(titles).map(([value, title]) => ({ value, label: `缺${title}` }))}
    {...props}
  />
)
