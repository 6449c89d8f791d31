import { Suspense, useState } from 'react'
import { signin } from '#contract/shell/signin.contract.ts'
import { type CallError, send } from '#web/api/send.ts'
import type { Solved } from './useChallenge.web.ts'
import './captcha.css'
import { lazyPage } from '#web/feedback/lazyPart.tsx'

const SecurityCheck = lazyPage(() => import('./SecurityCheck.tsx'))

/** Returns the sign-in by name and password, with the check after too many wrong tries. */
export function useCheck() {
  /** Rises with every check that is asked for; 0 asks for none. */
  const [round, setRound] = useState(0)
  const [solved, setSolved] = useState<Solved>()
  const [imageOnly, setImageOnly] = useState(false)

  async function signIn(shown: { name: string; pwd: string }) {
    if (round > 0 && !solved) throw new Error('请先完成安全验证')
    try {
      const call = solved && 'codeToken' in solved ? send(signin.loginbyslidecode, { ...shown, ...solved }) : undefined
      return (await (call ?? send(signin.login, { ...shown, ...solved }))).result
    } catch (error) {
      // Clears the solution, which is used up with the try.
      setSolved(undefined)
      const asked = (error as CallError).result as { codeFlag?: string; codeType?: string } | null
      setImageOnly(asked?.codeType === 'img')
      if (solved || asked?.codeFlag) setRound(round + 1)
      throw error
    }
  }

  const check = round > 0 && (
    <Suspense fallback={<div className="check" style={{ height: 260 }} />}>
      <SecurityCheck key={round} imageOnly={imageOnly} onSolved={setSolved} />
    </Suspense>
  )
  return { signIn, check }
}
