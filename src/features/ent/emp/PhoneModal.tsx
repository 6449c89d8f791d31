import type * as z from 'zod'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { type Account, emp } from './emp.contract.ts'
import type { Person } from './useEmployeeActions.tsx'

type Props = {
  person: Person
  /** Told of the account that gained the identity, where another one did. */
  onAccount: (account: z.output<typeof Account> | null) => void
  onClose: () => void
}

/** Changes the phone of an employee, certified or not. */
export function PhoneModal({ person: { empNo, empName, authTel, authFlag }, onAccount, onClose }: Props) {
  return (
    <EditModal
      title={`改“${empName}”的手机`}
      call={emp.updatephone}
      send={{ empNo }}
      okText="保存"
      said={`已改${empName}的手机`}
      width={440}
      onClose={onClose}
      onDone={onAccount}
    >
      <p className="grey">
        现在的手机 {authTel}
        {authFlag === '1' ? '，已认证：改后用新手机登录。' : '，未认证。'}
      </p>
      <Field name="authTel" label="新手机" autoFocus />
      <Field name="reason" />
    </EditModal>
  )
}
