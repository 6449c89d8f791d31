import { actions } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import type { Me } from '#server/call/context.ts'
import { type Rights, rightsFrom } from '#server/call/rights.ts'
import type { Session } from '#server/call/session.types.ts'

/** Describes who makes a call that is open to strangers. */
export const nobody: Session = {
  tokenHash: Buffer.alloc(0),
  userNo: '',
  name: '',
  idntNo: '',
  idntVal: '',
  entNo: '',
  initial: false,
  expired: false,
  way: '',
  impersonator: null,
  imitUserNo: null,
  readOnly: false,
  endTm: '',
  version: '',
}
export const noRights: Rights = rightsFrom({ given: [], roles: [], exceptions: [] })

/** Tells whether a call lets people in and out, or changes passwords: it goes on in the room that is reserved on a full disk. */
export const isOfAccounts = ({ path }: Call) => /^\/(common\/user|user\/user|user\/session|ecb\/user)\//.test(path)

/** Tells whether the caller may change what a call shows, and so sees remarks as they are. */
export function mayEdit({ rights }: Me, { access }: Call): boolean {
  const modules = typeof access === 'string' ? [] : access.map((right) => right.split(':')[0])
  return modules.some((module) => rights.has(`${module}:${actions.edit}`))
}

/** Tells whether a call ends the session, which an impersonator who only reads may do too. */
export const endsSession = ({ path }: Call) => path === '/common/user/logout'
