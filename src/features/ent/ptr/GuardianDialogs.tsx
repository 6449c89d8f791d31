import NewGuardian from '#features/ent/stuptr/newGuardian.panel.tsx'
import { GuardianForm } from './GuardianForm.tsx'
import { GuardianPhone } from './phone.panel.tsx'
import AccountModal from '#domain/staff/AccountModal.tsx'
import type { NewAccount } from '#domain/people/newAccount.contract.ts'
import { ptr, type Guardian } from './ptr.contract.ts'
import type * as z from 'zod'

export type GuardianToChange = Pick<z.output<typeof Guardian>, 'ptrNo' | 'ptrName' | 'stt' | 'authFlag' | 'authTel'>

/** Describes the open dialog; a form without `ptrNo` is for a new guardian. */
export type OpenedGuardianDialog =
  | { kind: 'form'; ptrNo?: string }
  | { kind: 'phone'; person: GuardianToChange }
  | { kind: 'child' }
  | { kind: 'account'; account: z.output<typeof NewAccount> }

/** Draws the dialogs of guardians; they are loaded when the first of them opens. */
export default function GuardianDialogs({ opened, onClose }: { opened: OpenedGuardianDialog; onClose: () => void }) {
  if (opened.kind === 'form') return <GuardianForm ptrNo={opened.ptrNo} onClose={onClose} />
  if (opened.kind === 'child') return <NewGuardian onClose={onClose} />
  if (opened.kind === 'account') return <AccountModal account={opened.account} onClose={onClose} />
  const { person } = opened
  return <GuardianPhone person={person} call={ptr.updatephone} send={{ ptrNo: person.ptrNo }} onClose={onClose} />
}
