import { useEffect, useState } from 'react'
import type * as z from 'zod'
import { send } from '#web/api/send.ts'
import { externalSignIn } from './externalSignIn.contract.ts'

export type SignInWays = z.output<(typeof externalSignIn.getways)['output']>

/** Reads the ways to sign in, and what the page calls itself; undefined until they are read, and where they cannot be. */
export function useSignInWays(): SignInWays | undefined {
  const [ways, setWays] = useState<SignInWays>()
  useEffect(() => {
    send(externalSignIn.getways, {}).then(
      ({ result }) => setWays(result),
      () => {},
    )
  }, [])
  return ways
}
