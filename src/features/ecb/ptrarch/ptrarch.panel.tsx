import { useQuery } from '@tanstack/react-query'
import { entcfg } from '#contract/shell/entcfg.contract.ts'
import { query } from '#web/api/api.ts'
import { ArchiveForm } from '#web/form/ArchiveForm.tsx'
import { Field } from '#web/form/Field.tsx'
import { ptrarch } from './ptrarch.contract.ts'

type Props = {
  ptrNo: string
  onSaved?: () => void
}

/** The archive of one guardian. */
export default function GuardianArchivePanel({ ptrNo, onSaved }: Props) {
  const reading = useQuery(query(ptrarch.get, { ptrNo }))
  const { data: salary } = useQuery(query(entcfg.getcurval, { cfgCode: 'SALARY_ON' }))
  return (
    <ArchiveForm
      call={ptrarch.set}
      reading={reading}
      send={{ ptrNo }}
      said={`${reading.data?.ptrName}的档案已修改`}
      onSaved={onSaved}
    >
      <div className="form-grid">
        <Field name="indt" />
        <Field name="workUnit" />
        <Field name="pstn" />
        <Field name="ttl" />
        <Field name="edc" />
        {salary?.curVal === '1' && <Field name="salary" />}
      </div>
    </ArchiveForm>
  )
}
