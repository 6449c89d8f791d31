import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { AreaField } from '#features/common/admnarea/area.picker.tsx'
import { query } from '#web/api/api.ts'
import { ArchiveForm } from '#web/form/ArchiveForm.tsx'
import { Field } from '#web/form/Field.tsx'
import { FieldGroup } from '#web/form/FieldGroup.tsx'
import { MaskedField } from '#web/form/masked/MaskedField.tsx'
import { stuarch } from './stuarch.contract.ts'

type Props = {
  stuNo: string
  onSaved?: () => void
}

/** The archive of one student. */
export default function StudentArchivePanel({ stuNo, onSaved }: Props) {
  const reading = useQuery(query(stuarch.get, { stuNo }))
  const { stuName, wrns = [] } = reading.data ?? {}
  const revealed = { call: stuarch.reveal, input: { stuNo } }
  return (
    <ArchiveForm
      title={`${stuName}的学生档案`}
      call={stuarch.set}
      reading={reading}
      send={{ stuNo }}
      said={`${stuName}的档案已修改`}
      notices={wrns.map((remark) => <Alert key={remark} type="warning" showIcon title={remark} style={{ marginBottom: 12 }} />)}
      onSaved={onSaved}
    >
      <h3 className="section-title">学籍</h3>
      <MaskedField name="unfStuNo" {...revealed} />
      <FieldGroup title="民族国籍" fields={['ntnl', 'nation', 'pltc']} />
      <h3 className="section-title">籍贯</h3>
      <AreaField fields={['npPrvn', 'npCity']} />
      <h3 className="section-title">现住址</h3>
      <AreaField />
      <MaskedField name="adr" {...revealed} />
      <FieldGroup title="联系与其他">
        <MaskedField name="email" {...revealed} />
        <MaskedField name="qq" {...revealed} />
        <MaskedField name="vx" {...revealed} />
        <Field name="manChr" />
        <Field name="hobby" />
      </FieldGroup>
    </ArchiveForm>
  )
}
