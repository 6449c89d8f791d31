import { useQuery } from '@tanstack/react-query'
import { AreaField } from '#features/common/admnarea/area.picker.tsx'
import { query } from '#web/api/api.ts'
import { ArchiveForm } from '#web/form/ArchiveForm.tsx'
import { FieldGroup } from '#web/form/FieldGroup.tsx'
import { MaskedField } from '#web/form/masked/MaskedField.tsx'
import { emparch } from './emparch.contract.ts'

type Props = {
  empNo: string
  onSaved?: () => void
}

/** The archive of one employee. */
export default function EmployeeArchivePanel({ empNo, onSaved }: Props) {
  const reading = useQuery(query(emparch.get, { empNo }))
  const empName = reading.data?.empName
  const revealed = { call: emparch.reveal, input: { empNo } }
  return (
    <ArchiveForm
      title={`${empName}的员工档案`}
      call={emparch.set}
      reading={reading}
      send={{ empNo }}
      said={`${empName}的档案已修改`}
      onSaved={onSaved}
    >
      <FieldGroup title="民族国籍" fields={['ntnl', 'nation', 'pltc']} />
      <h3 className="section-title">籍贯</h3>
      <AreaField fields={['npPrvn', 'npCity']} />
      <h3 className="section-title">现住址</h3>
      <AreaField />
      <MaskedField name="adr" {...revealed} />
      <FieldGroup title="任职" fields={['entDt', 'pstn', 'pstnDtt', 'sbtNo', 'qlfcNo']} />
      <FieldGroup title="职称学历" fields={['ttl', 'przDt', 'maxEdc', 'pthLvl', 'itLvl']} />
      <FieldGroup title="其他" fields={['manChr', 'hobby']}>
        <MaskedField name="qq" {...revealed} />
        <MaskedField name="vx" {...revealed} />
      </FieldGroup>
    </ArchiveForm>
  )
}
