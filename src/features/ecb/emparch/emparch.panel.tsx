import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { titlesOf } from '#contract/explain.ts'
import { AreaField } from '#features/common/admnarea/area.picker.tsx'
import { query } from '#web/api.ts'
import { ReadFailed } from '#web/EmptyState.tsx'
import { Field } from '#web/form/Field.tsx'
import { MaskedInput } from '#web/form/MaskedInput.tsx'
import { RecordForm } from '#web/form/RecordForm.tsx'
import { Printed } from '#web/Printed.tsx'
import './emparch.css'
import { emparch, EmployeeArchive, type hidden } from './emparch.contract.ts'

type Props = {
  empNo: string
  onSaved?: () => void
}

/** The archive of one employee. */
export default function EmployeeArchivePanel({ empNo, onSaved }: Props) {
  const { data, error, refetch } = useQuery(query(emparch.get, { empNo }))
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  return (
    <Printed title={`${data.empName}的员工档案`}>
      <RecordForm
        key={empNo}
        call={emparch.set}
        record={data}
        send={{ empNo }}
        said={`${data.empName}的档案已修改`}
        {...(onSaved && { onSaved })}
      >
        <Group title="民族国籍" fields={['ntnl', 'nation', 'pltc']} />
        <h3 className="section-title">籍贯</h3>
        <AreaField fields={['npPrvn', 'npCity']} />
        <h3 className="section-title">现住址</h3>
        <AreaField />
        <Secret empNo={empNo} field="adr" />
        <Group title="任职" fields={['entDt', 'pstn', 'pstnDtt', 'sbtNo', 'qlfcNo']} />
        <Group title="职称学历" fields={['ttl', 'przDt', 'maxEdc', 'pthLvl', 'itLvl']} />
        <Group title="其他" fields={['manChr', 'hobby']} />
        <div className="archive-grid">
          <Secret empNo={empNo} field="qq" />
          <Secret empNo={empNo} field="vx" />
        </div>
      </RecordForm>
    </Printed>
  )
}

const Group = ({ title, fields }: { title: string; fields: readonly string[] }) => (
  <>
    <h3 className="section-title">{title}</h3>
    <div className="archive-grid">
      {fields.map((field) => (
        <Field key={field} name={field} />
      ))}
    </div>
  </>
)

const titles = titlesOf(EmployeeArchive, ['adr', 'qq', 'vx'])

const Secret = ({ empNo, field }: { empNo: string; field: (typeof hidden)[number] }) => (
  <Field name={field}>
    <MaskedInput
      placeholder={`请输入${titles[field]}`}
      maxLength={100}
      reveal={{ call: emparch.reveal, input: { empNo, field } }}
    />
  </Field>
)
