import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { pwr } from '#features/ecb/pwr/pwr.contract.ts'
import { query } from '#web/api/api.ts'

type Props = { tmlType: string; value?: string | null; onChange?: (value: string) => void; id?: string }

/** Draws the actions of a terminal as boxes; ticked are those that a module offers. */
export function PowerBoxes({ tmlType, value, onChange, id }: Props) {
  const { data } = useQuery(query(pwr.getlist, { tmlType }))
  const ticked = value ? value.split(',') : []
  if (data?.length === 0) return <span className="grey">此终端还没有操作权限</span>
  return (
    <Checkbox.Group
      className="power-boxes"
      {...(id && { name: id })}
      value={ticked}
      onChange={(next) => onChange?.([...next].sort().join(','))}
      options={(data ?? []).map(({ pwrNo, pwrName }) => ({ value: pwrNo, label: pwrName }))}
    />
  )
}
