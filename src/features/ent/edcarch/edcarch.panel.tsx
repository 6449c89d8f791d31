import { useQuery } from '@tanstack/react-query'
import { AreaField } from '#features/common/admnarea/area.picker.tsx'
import { query } from '#web/api/api.ts'
import { ArchiveForm } from '#web/form/ArchiveForm.tsx'
import { Field } from '#web/form/Field.tsx'
import { edcarch } from './edcarch.contract.ts'

type Props = { entNo: string; entName: string }

/** The archive of one enterprise that is no school. */
export default function EnterpriseArchivePanel({ entNo, entName }: Props) {
  const reading = useQuery(query(edcarch.get, { entNo }))
  return (
    <ArchiveForm title={`${entName}的企业档案`} call={edcarch.set} reading={reading} send={{ entNo }} asksFirst>
      <AreaField fields={['prvn', 'city', 'dstr']} />
      <Field name="adr" />
    </ArchiveForm>
  )
}
