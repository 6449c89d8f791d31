import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { DepartmentField, useDepartments } from '#features/ent/org/org.picker.tsx'
import { query } from '#web/api/api.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { fillFromIdNo } from '#web/form/fillFromIdNo.ts'
import { PhoneField } from '#web/form/masked/PhoneField.tsx'
import { useMay } from '#web/api/me.tsx'
import { emp } from './emp.contract.ts'

type Props = { empNo?: string | undefined; orgNo?: string | undefined; onClose: () => void }

/** Creates an employee, in the department that is chosen beside, or changes one. */
export function EmployeeForm({ empNo, orgNo, onClose }: Props) {
  const may = useMay()
  const { data: record } = useQuery({ ...query(emp.getex, { empNo: empNo ?? '' }), enabled: empNo !== undefined, staleTime: 0 })
  const { data: groups = [] } = useQuery({ ...query(empgrp.getlist, {}), enabled: may(empgrp.getlist) })
  const { byNo } = useDepartments()
  if (empNo && !record) return null
  const groupName = (grpNo: string) => groups.find((group) => group.grpNo === grpNo)?.grpName
  const namesOf = (name: (no: string) => string | undefined) => (value: unknown) =>
    // Casts the values: both fields hold lists of numbers.
    ((value ?? []) as string[]).map((no) => name(no) ?? no).join('、')
  return (
    <EditModal
      title={record ? `修改${record.empName}` : '新建员工'}
      call={record ? emp.update : emp.create}
      record={record}
      initial={{ orgNos: orgNo ? [orgNo] : [] }}
      send={record ? { empNo: record.empNo } : {}}
      okText={record ? '保存' : '新建'}
      width={720}
      onFill={fillFromIdNo}
      words={{ orgNos: namesOf((orgNo) => byNo.get(orgNo)?.orgName), grpNos: namesOf(groupName) }}
      onClose={onClose}
    >
      <div className="form-grid">
        <Field name="empName" autoFocus />
        <Field name="workNo" />
        <Field name="idNo" />
        <PhoneField person={record} />
        <Field name="sex" />
        <Field name="brth" />
        <Field name="orgNos" label="部门（第一个是主部门）">
          <DepartmentField multiple />
        </Field>
        {groups.length > 0 && (
          <Field name="grpNos">
            <Select
              mode="multiple"
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="请选择员工组"
              options={groups.map(({ grpNo, grpName }) => ({ value: grpNo, label: grpName }))}
            />
          </Field>
        )}
      </div>
      <Field name="rem" />
    </EditModal>
  )
}
