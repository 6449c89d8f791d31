import type * as z from 'zod'
import { RolesOfPerson } from '#features/ent/emprole/roles.picker.tsx'
import MoveToDepartment from '#features/ent/org/move.picker.tsx'
import { AccountModal } from '#domain/staff/AccountModal.tsx'
import { PhoneDialog } from '#domain/people/PhoneDialog.tsx'
import { type Account, emp } from './emp.contract.ts'
import { EmployeeForm } from './EmployeeForm.tsx'
import { JoinGroup } from './JoinGroup.tsx'
import { PhotoModal, type Person } from './photos/PhotoModal.tsx'

/** Describes the open dialog; a form without `empNo` is for a new employee, in the department `orgNo`. */
export type Opened =
  | { kind: 'form'; empNo?: string; orgNo?: string | undefined }
  | { kind: 'phone'; person: Person }
  | { kind: 'photo'; person: Person; face: boolean }
  | { kind: 'roles'; person: Person }
  | { kind: 'move' | 'join'; empNos: string[]; done: () => void }

type Given = z.output<typeof Account> | null

type Props = {
  opened: Opened | undefined
  account: Given
  onAccount: (account: Given) => void
  onClose: () => void
}

/** Draws the dialogs of employees; they are loaded when the first of them opens. */
export default function EmployeeDialogs({ opened, account, onAccount, onClose }: Props) {
  return (
    <>
      {opened?.kind === 'form' && <EmployeeForm empNo={opened.empNo} orgNo={opened.orgNo} onClose={onClose} />}
      {opened?.kind === 'phone' && (
        <PhoneDialog
          {...opened.person}
          name={opened.person.empName}
          call={emp.updatephone}
          send={{ empNo: opened.person.empNo }}
          certified="改后用新手机登录。"
          onDone={onAccount}
          onClose={onClose}
        />
      )}
      {opened?.kind === 'photo' && <PhotoModal person={opened.person} face={opened.face} onClose={onClose} />}
      {opened?.kind === 'roles' && <RolesOfPerson person={opened.person} onClose={onClose} />}
      {opened?.kind === 'move' && <MoveToDepartment empNos={opened.empNos} onDone={opened.done} onClose={onClose} />}
      {opened?.kind === 'join' && <JoinGroup empNos={opened.empNos} onDone={opened.done} onClose={onClose} />}
      {account && <AccountModal account={account} onClose={() => onAccount(null)} />}
    </>
  )
}
