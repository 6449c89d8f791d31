import { Select } from 'antd'
import { Status } from '#contract/fields.ts'
import { useDictionary } from './dictionary.tsx'

/** The filter by state of a list; deleted records are never listed. */
export function StatusFilter({ value, onChange }: { value: string | undefined; onChange: (stt: string | undefined) => void }) {
  const options = useDictionary('STT')
    .filter(({ infoNo }) => infoNo !== Status.deleted)
    .map(({ infoNo, chnName }) => ({ value: infoNo, label: chnName }))
  return (
    <Select
      allowClear
      placeholder="状态"
      aria-label="状态"
      style={{ width: 96 }}
      value={value ?? null}
      onChange={(stt) => onChange(stt ?? undefined)}
      options={options}
    />
  )
}
