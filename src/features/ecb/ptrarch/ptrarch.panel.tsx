import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { entcfg } from '#contract/shell/entcfg.contract.ts'
import { query } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { Field } from '#web/form/Field.tsx'
import { RecordForm } from '#web/form/RecordForm.tsx'
import { ptrarch } from './ptrarch.contract.ts'

type Props = {
  ptrNo: string
  onSaved?: () => void
}

/** The archive of one guardian. */
export default function GuardianArchivePanel({ ptrNo, onSaved }: Props) {
  const { data, error, refetch } = useQuery(query(ptrarch.get, { ptrNo }))
  const { data: salary } = useQuery(query(entcfg.getcurval, { cfgCode: 'SALARY_ON' }))
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  return (
    <RecordForm
      key={ptrNo}
      call={ptrarch.set}
      record={data}
      send={{ ptrNo }}
      said={`${data.ptrName}的档案已修改`}
      {...(onSaved && { onSaved })}
    >
      <div className="form-grid">
        <Field name="indt" />
        <Field name="workUnit" />
        <Field name="pstn" />
        <Field name="ttl" />
        <Field name="edc" />
        {salary?.curVal === '1' && <Field name="salary" />}
      </div>
    </RecordForm>
  )
}
