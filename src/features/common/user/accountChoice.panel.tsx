import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { AccountChoices, type SignedIn, signin } from '#contract/shell/signin.contract.ts'
import { type CallError, send } from '#web/api/send.ts'
import './accountChoice.css'

type Asked = z.output<typeof AccountChoices>
export type Entered = z.output<typeof SignedIn>

/**
 * Lets somebody choose between their accounts under one phone: `offer` takes the refusal of a sign-in and tells whether it was such
 * a question; `list` draws it until one account was entered, with which `onEntered` goes on.
 */
export function useAccountChoice(onEntered: (entered: Entered, asked: Asked) => void, onFailed: (message: string) => void) {
  const [asked, setAsked] = useState<Asked>()
  const [busy, setBusy] = useState(false)
  const offer = (error: unknown) => {
    const question = AccountChoices.safeParse((error as CallError).result)
    setAsked(question.data)
    return question.success
  }
  const enter = async (tokenId: string, asked: Asked) => {
    setBusy(true)
    try {
      onEntered((await send(signin.gettokenbyid, { id: tokenId })).result, asked)
    } catch (error) {
      setAsked(undefined)
      onFailed((error as Error).message)
    }
    setBusy(false)
  }
  const list = asked && (
    <section aria-labelledby="account-choice">
      <h2 id="account-choice" className="section-title">
        选择要进入的账号
      </h2>
      <p className="grey">这个手机有 {asked.choices.length} 个账号，登录后可以在个人中心合并。</p>
      <ul className="account-choices">
        {asked.choices.map((choice) => (
          <li key={choice.tokenId}>
            <Button block disabled={busy} onClick={() => void enter(choice.tokenId, asked)}>
              <strong>{choice.entName}</strong>
              <span className="grey">
                {choice.nickName} · {choice.idntName} · {choice.name}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <Button type="link" disabled={busy} onClick={() => setAsked(undefined)}>
        返回
      </Button>
    </section>
  )
  return { offer, list }
}
