import NewGuardian from '#features/ent/stuptr/newGuardian.panel.tsx'
import { GuardianForm } from './GuardianForm.tsx'
import { GuardianPhone } from './phone.panel.tsx'
import { ptr } from './ptr.contract.ts'
import type { Opened } from './useGuardianActions.tsx'

/** The dialogs of guardians; they are loaded when the first of them opens. */
export default function GuardianDialogs({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  if (opened.kind === 'form') return <GuardianForm ptrNo={opened.ptrNo} onClose={onClose} />
  if (opened.kind === 'child') return <NewGuardian onClose={onClose} />
  const { person } = opened
  return <GuardianPhone person={person} call={ptr.updatephone} send={{ ptrNo: person.ptrNo }} onClose={onClose} />
}
