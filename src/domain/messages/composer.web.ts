import { useSyncExternalStore } from 'react'
import { permissions } from '#contract/access.ts'
import { useMay } from '#web/api/me.tsx'
import type { MenuItem } from '#web/menu/menuOf.ts'
import type { ScopeKind } from './messages.contract.ts'

/** Describes whom a new message is proposed to be written to, and its title. */
export type Proposal = { scope: readonly { kind: ScopeKind; no: string }[]; title?: string }

let proposed: Proposal | undefined
const listeners = new Set<() => void>()

/** Opens the window that writes a message, over any page; without a proposal it is closed. */
export function compose(proposal?: Proposal) {
  proposed = proposal
  listeners.forEach((listener) => listener())
}

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns what the open window was proposed; undefined where none is open. */
export const useProposal = () => useSyncExternalStore(follow, () => proposed)

/** Returns what writes to these, as an entry of a menu; false for whoever may not send messages. */
export function useNotify() {
  const mayWrite = useMay()({ access: permissions('msg').add })
  return (kind: ScopeKind, nos: readonly string[], title?: string): MenuItem | false =>
    mayWrite && {
      key: 'notify',
      label: '发通知',
      act: () => compose({ scope: nos.map((no) => ({ kind, no })), ...(title && { title }) }),
    }
}
