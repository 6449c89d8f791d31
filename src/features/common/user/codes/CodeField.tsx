import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { metaOf } from '#contract/explain.ts'
import { lazyPage } from '#web/feedback/lazyPart.tsx'
import { SignInField } from '#web/layout/SignInField.tsx'
import { type CallError, send } from '#web/api/send.ts'
import type { Solved } from '../captcha/useChallenge.web.ts'
import { CodeSignIn, codeSentWords, codeSignIn } from '../codes.contract.ts'
import { Complaint } from './Complaint.tsx'
import './codeField.css'

const SecurityCheck = lazyPage(() => import('../captcha/SecurityCheck.tsx'))
const pause = 60

type Props = {
  purpose: 'signin' | 'reset'
  /** Returns the phone, or undefined after its field has said what is wrong. */
  phone: () => string | undefined
  value: string
  problem: string | undefined
  onChange: (code: string) => void
}

/** Draws the field of a code by short message with what asks for one; after repeated asking a captcha comes first. */
export function CodeField({ purpose, phone, value, problem, onChange }: Props) {
  const [wait, setWait] = useState(0)
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  /** Rises with every captcha that is asked for; 0 asks for none. */
  const [round, setRound] = useState(0)
  const [imageOnly, setImageOnly] = useState(false)
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  async function ask(solved?: Solved) {
    const authTel = phone()
    if (authTel === undefined) return
    setBusy(true)
    setSaid('')
    try {
      await send(codeSignIn.sendcode, { authTel, purpose, ...solved })
      setRound(0)
      setWait(pause)
      setSaid(`${codeSentWords}，5 分钟内有效。`)
    } catch (error) {
      const { message, result } = error as CallError
      const told = result as { codeFlag?: string; codeType?: string; seconds?: number } | null
      setSaid(message)
      if (told?.seconds && told.seconds <= pause) setWait(told.seconds)
      setImageOnly(told?.codeType === 'img')
      setRound(told?.codeFlag ? round + 1 : 0)
    }
    setBusy(false)
  }

  return (
    <>
      {round > 0 && (
        <Suspense fallback={<div className="check" style={{ height: 260 }} />}>
          <SecurityCheck key={round} imageOnly={imageOnly} onSolved={(solved) => solved && void ask(solved)} />
        </Suspense>
      )}
      <div className="code-field">
        <div className="code-field-row">
          <SignInField
            id="code"
            label={metaOf(CodeSignIn.shape.code).title ?? ''}
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="6 位数字"
            maxLength={20}
            aria-invalid={problem !== undefined}
            aria-describedby="code-said code-problem"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <Button size="large" disabled={busy || wait > 0 || round > 0} onClick={() => void ask()}>
            {wait > 0 ? `${wait} 秒后重发` : '获取验证码'}
          </Button>
        </div>
        <span id="code-said" className="grey" role="status">
          {said}
        </span>
        <Complaint id="code-problem" text={problem} />
      </div>
    </>
  )
}
