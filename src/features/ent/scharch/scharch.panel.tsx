import { useQuery } from '@tanstack/react-query'
import { AreaField } from '#features/common/admnarea/area.picker.tsx'
import { query } from '#web/api/api.ts'
import { ArchiveForm } from '#web/form/ArchiveForm.tsx'
import { Field } from '#web/form/Field.tsx'
import { scharch } from './scharch.contract.ts'

type Props = { entNo: string; entName: string }

/** The archive of one school. */
export default function SchoolArchivePanel({ entNo, entName }: Props) {
  const reading = useQuery(query(scharch.get, { entNo }))
  return (
    <ArchiveForm title={`${entName}的学校档案`} call={scharch.set} reading={reading} send={{ entNo }} asksFirst>
      <AreaField />
      <Field name="adr" />
      <div className="form-grid">
        <Field name="schType" />
        <Field name="ntr" />
        <Field name="admnLvl" />
        <Field name="flrSpc" />
        <Field name="flrArea" />
      </div>
    </ArchiveForm>
  )
}
