import { Button, Form } from 'antd'
import { AppForm } from '#web/form/AppForm.tsx'
import { type ReactNode, useState } from 'react'
import { AreaField } from '#features/common/admnarea/area.picker.tsx'
import { EmployeePicker } from '#features/ent/emp/emp.picker.tsx'
import { DepartmentField } from '#features/ent/org/org.picker.tsx'
import { typesOf } from '#contract/uploadFilters.ts'
import { factsOf } from '#contract/values/idNumber.ts'
import { AttachmentInput } from '#web/form/attachment/AttachmentInput.tsx'
import DateInput from '#web/form/inputs/DateInput.tsx'
import DateRangeInput from '#web/form/inputs/DateRangeInput.tsx'
import type { DateRange } from '#web/form/inputs/dateRange.ts'
import { Field, FormContract } from '#web/form/Field.tsx'
import { PictureInput } from '#web/form/picture/PictureInput.tsx'
import { RangeField } from '#web/form/RangeField.tsx'
import { formatAgo, formatAmount, formatBytes } from '#web/page/format.ts'
import PasswordForm from '#features/user/user/password.panel.tsx'
import { Split } from '#web/layout/Split.tsx'
import { toast } from '#web/feedback/toast.ts'
import { contract } from './contract.ts'

const fields = Object.keys(contract.shape).filter(
  (name) => !['prvn', 'city', 'dstr', 'chdDstr', 'files', 'sDt', 'eDt'].includes(name),
)

/** Draws a form of every kind of field, with what it would send beside it. */
function FieldsOfContract() {
  const [form] = Form.useForm()
  const values: unknown = Form.useWatch([], form)
  return (
    <FormContract value={contract}>
      <AppForm
        form={form}
        layout="vertical"
        initialValues={{ prvn: '南明省', nation: '01' }}
        onValuesChange={(changed: { idNo?: unknown }) => 'idNo' in changed && form.setFieldsValue(factsOf(changed.idNo))}
        onFinish={() => toast.success('保存成功')}
      >
        <div className="form-grid">
          {fields.map((name) => (
            <Field key={name} name={name} />
          ))}
        </div>
        <AreaField />
        <Field name="files">
          <AttachmentInput most={3} types={typesOf(['pdf', 'txt', 'ppt', 'doc', 'xls', 'mp4'])} />
        </Field>
        <RangeField label="起止时间" from="sDt" to="eDt" limits={{ max: '20991231' }} />
        <Button htmlType="submit">保存</Button>
        <pre aria-label="表单的值" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {JSON.stringify(values)}
        </pre>
      </AppForm>
    </FormContract>
  )
}

type ShownProps<Value> = {
  label: string
  start: Value
  children: (input: { value: Value; onChange: (value: Value) => void }) => ReactNode
}

/** Draws one input with its value on the wire. */
function Shown<Value>({ label, start, children }: ShownProps<Value>) {
  const [value, setValue] = useState(start)
  return (
    <section aria-label={label}>
      <h2>{label}</h2>
      {children({ value, onChange: setValue })}
      <pre>{value instanceof File ? `${value.name} ${value.size}` : JSON.stringify(value)}</pre>
    </section>
  )
}

const nothing: DateRange = [null, null]

function Inputs() {
  return (
    <>
      <Shown label="日期范围" start={nothing}>
        {(input) => <DateRangeInput {...input} />}
      </Shown>
      <Shown label="时间范围" start={nothing}>
        {(input) => <DateRangeInput {...input} time />}
      </Shown>
      <Shown label="不校验的范围" start={nothing}>
        {(input) => <DateRangeInput {...input} verify={false} />}
      </Shown>
      <Shown label="限定的范围" start={nothing}>
        {(input) => <DateRangeInput {...input} limits={{ min: '20260105', max: '20260120' }} />}
      </Shown>
      <Shown<string | null> label="今天以后" start={null}>
        {(input) => <DateInput {...input} placeholder="请选择日期" aria-label="今天以后的日期" limits={{ afterToday: true }} />}
      </Shown>
      <Shown<string | string[] | null> label="部门" start={[]}>
        {(input) => <DepartmentField {...input} multiple aria-label="选择部门" />}
      </Shown>
      <Shown<File | string | null> label="头像" start={null}>
        {(input) => (
          <PictureInput {...input} what="头像" alt="我的头像" cut={{ width: 200, height: 200, type: 'png', round: true }} />
        )}
      </Shown>
      <Shown<File | string | null> label="标志" start={null}>
        {(input) => (
          <PictureInput {...input} what="标志" alt="学校标志" cut={{ width: 100, height: 100, type: 'png', margins: true }} />
        )}
      </Shown>
      <section aria-label="大小和时间">
        {formatBytes(1_258_291)} {formatAgo('20260101000000')} {formatAmount(1284.5)}
      </section>
    </>
  )
}

/** Opens a picker, and tells whom it was given. */
function Pickers() {
  const [open, setOpen] = useState<'one' | 'many'>()
  return (
    <Shown<string[]> label="员工" start={[]}>
      {({ onChange }) => (
        <>
          <Button onClick={() => setOpen('many')}>选几个员工</Button>
          <Button onClick={() => setOpen('one')}>选一个员工</Button>
          {open && (
            <EmployeePicker
              title="选择员工"
              verb="选择"
              single={open === 'one'}
              onPick={async (_, people) => onChange(people.map(({ empName }) => empName))}
              onClose={() => setOpen(undefined)}
            />
          )}
        </>
      )}
    </Shown>
  )
}

/** Draws every input of docs/spec/inputs.md. */
export function Stage() {
  return (
    <main className="page">
      <h1>输入控件</h1>
      <FieldsOfContract />
      <Inputs />
      <Pickers />
      <section aria-label="密码">
        <h2>密码</h2>
        <PasswordForm strong onDone={() => {}} />
      </section>
      <section aria-label="分栏">
        <h2>分栏</h2>
        <Split side={() => <p>左边</p>} label="打开左边">
          <p>右边</p>
        </Split>
      </section>
    </main>
  )
}
