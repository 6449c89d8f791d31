import { SelectFilter } from './SelectFilter.tsx'

type Props = {
  /** What an archive may lack, by its field. */
  titles: Record<string, string>
  value: string | undefined
  onChange: (lack: string | undefined) => void
}

/** The filter of archives by what has not been filled in. */
export const MissingFieldFilter = ({ titles, ...props }: Props) => (
  <SelectFilter
    label="缺失项"
    width={128}
    options={Object.entries(titles).map(([value, title]) => ({ value, label: `缺${title}` }))}
    {...props}
  />
)
