import { useEffect, useState } from 'react'
import { Link } from 'react-router'
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

/** Draws what is open without an account, and which version runs here. */
export function SignInFoot({ record }: { record: string | null | undefined }) {
  const [version, setVersion] = useState('')
  useEffect(() => {
    fetch('/healthz')
      .then(async (answer) => (await answer.json()) as { version: string })
      .then((build) => setVersion(build.version))
      .catch(() => {})
  }, [])
  return (
    <footer className="sign-in-foot">
      <Link to="/vam/prtl/index">公开活动</Link>
      <a href="/manual/">使用手册</a>
      {version && <span>版本 {version}</span>}
      {record && (
        <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
          {record}
        </a>
      )}
    </footer>
  )
}
