import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { filledElsewhere } from '#contract/form/initial.ts'
import { query } from '#web/api/api.ts'
import { bill } from './bill.contract.ts'

type Props = {
  value?: string
  onChange?: (tmplNo: string) => void
  id?: string
  autoFocus?: boolean
  /** Names the type whose forms come first. */
  first?: string
  /** Hears the name of the form that was chosen. */
  onName?: (name: string) => void
}

/** Chooses one of the published forms that can be handed out or handed in. */
export function FormInput({ first, onName, onChange, ...props }: Props) {
  const { data, isPending } = useQuery(query(bill.getlist, {}))
  const forms = (data ?? [])
    .filter(({ typeNo }) => !filledElsewhere.includes(typeNo))
    .toSorted((one, other) => Number(other.typeNo === first) - Number(one.typeNo === first))
  return (
    <Select
      {...props}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="请选择已发布的表单"
      notFoundContent={isPending ? null : '还没有可以用的表单，请先在“表单模板”里发布一张'}
      onChange={(tmplNo: string) => {
        onChange?.(tmplNo)
        onName?.(forms.find((one) => one.tmplNo === tmplNo)?.tmplName ?? '')
      }}
      options={forms.map(({ tmplNo, tmplName }) => ({ value: tmplNo, label: tmplName }))}
    />
  )
}
