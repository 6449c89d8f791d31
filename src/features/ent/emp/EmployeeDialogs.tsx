import type * as z from 'zod'
import { RolesOfPerson } from '#features/ent/emprole/roles.picker.tsx'
import MoveToDepartment from '#features/ent/org/move.picker.tsx'
import AccountModal from '#domain/staff/AccountModal.tsx'
import { PhoneDialog } from '#domain/people/PhoneDialog.tsx'
import type { NewAccount } from '#domain/people/newAccount.contract.ts'
import { emp } from './emp.contract.ts'
import { EmployeeForm } from './EmployeeForm.tsx'
import { JoinGroup } from './JoinGroup.tsx'
import { PhotoModal, type PhotographedEmployee } from './photos/PhotoModal.tsx'

/** Describes the open dialog; a form without `empNo` is for a new employee, in the department `orgNo`. */
export type OpenedEmployeeDialog =
  | { kind: 'form'; empNo?: string; orgNo?: string | undefined }
  | { kind: 'phone'; person: PhotographedEmployee }
  | { kind: 'photo'; person: PhotographedEmployee; face: boolean }
  | { kind: 'roles'; person: PhotographedEmployee }
  | { kind: 'move'; empNos: string[]; done: () => void }
  | { kind: 'join'; empNos: string[]; done: () => void }
  | { kind: 'account'; account: z.output<typeof NewAccount> }

type Props = { opened: OpenedEmployeeDialog; onClose: () => void }

/** Draws the dialogs of employees; they are loaded when the first of them opens. */
export default function EmployeeDialogs({ opened, onClose }: Props) {
  if (opened.kind === 'form') return <EmployeeForm empNo={opened.empNo} orgNo={opened.orgNo} onClose={onClose} />
  if (opened.kind === 'move') return <MoveToDepartment empNos={opened.empNos} onDone={opened.done} onClose={onClose} />
  if (opened.kind === 'join') return <JoinGroup empNos={opened.empNos} onDone={opened.done} onClose={onClose} />
  if (opened.kind === 'account') return <AccountModal account={opened.account} onClose={onClose} />
  const { person } = opened
  if (opened.kind === 'photo') return <PhotoModal person={person} face={opened.face} onClose={onClose} />
  if (opened.kind === 'roles') return <RolesOfPerson person={person} onClose={onClose} />
  return (
    <PhoneDialog
      {...person}
      name={person.empName}
      call={emp.updatephone}
      send={{ empNo: person.empNo }}
      certified="只在本单位有账号的，改后用新手机登录；在别的单位也有身份的，登录手机由本人在个人中心修改。"
      onClose={onClose}
    />
  )
}
