import { createContext, use } from 'react'
import type * as z from 'zod'
import { permits, type Right } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import type { SessionUser } from '#contract/sessionUser.ts'
import { user } from '#contract/shell/user.contract.ts'
import { query } from './api.ts'

/** Describes the signed-in user with the settings in force in the enterprise. */
export type User = z.output<typeof SessionUser> & { cfgData: Record<string, string> }

/** Reads the signed-in user, once per session. */
export const meQuery = { ...query(user.get, {}), staleTime: Number.POSITIVE_INFINITY }

export const MeContext = createContext<User | undefined>(undefined)

/** Returns the signed-in user; only inside the frame. */
export function useMe(): User {
  const me = use(MeContext)
  if (!me) throw new Error('nobody is signed in here')
  return me
}

/** Asks whether a user may make a call: the very rule that the server asks. */
export function mayOf({ mdllist }: User): (call: Pick<Call, 'access'>) => boolean {
  const rights = new Set<Right>(
    mdllist.flatMap(({ mdlCode, func }) => func.split(',').map((pwrNo): Right => `${mdlCode}:${pwrNo}`)),
  )
  return (call) => permits({ rights }, call.access)
}

/** Returns the check of the signed-in user's rights. */
export const useMay = () => mayOf(useMe())

/** Tells whether the user is one of a school, to whom pages speak of classes and leave out what is the platform's. */
export const useIsSchool = () => useMe().idntNo === '030'

/** Tells whether the caller works for the platform itself. */
export const useIsPlatform = () => useMe().idntNo === '060'
