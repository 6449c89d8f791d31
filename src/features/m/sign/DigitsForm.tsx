import { type FormEvent, useState } from 'react'
import { shortCodePattern } from '#domain/meetings/meetings.contract.ts'
import { Card } from '#web/stranger/Card.tsx'

type Props = {
  /** Tells why the scanned code opened nothing; empty where none was scanned. */
  problem: string
  onSubmit: (code: string) => Promise<unknown>
}

/** Asks for the six digits beside the code on the screen, for a phone without a camera. */
export function DigitsForm({ problem: scanned, onSubmit }: Props) {
  const [problem, setProblem] = useState(scanned)
  const [busy, setBusy] = useState(false)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).replace(/\s/g, '')
    if (!shortCodePattern.test(code)) return setProblem('请输入屏幕上二维码旁边的 6 位数字')
    setBusy(true)
    setProblem('')
    onSubmit(code).catch((error: Error) => {
      setProblem(error.message)
      setBusy(false)
    })
  }
  return (
    <Card title="会议签到" about="请扫描屏幕上的二维码；不能扫码的，输入二维码旁边的 6 位数字。">
      {problem && (
        <p className="m-problem" role="alert">
          {problem}
        </p>
      )}
      <form onSubmit={send} className="m-form" noValidate>
        <label>
          数字码
          <input
            className="m-input sign-digits"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            required
            aria-invalid={problem ? true : undefined}
          />
        </label>
        <button type="submit" className="m-button" disabled={busy}>
          下一步
        </button>
      </form>
    </Card>
  )
}
