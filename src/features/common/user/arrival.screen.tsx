import { Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Entered, useAccountChoice } from './accountChoice.panel.tsx'
import { SignInLayout } from '#web/layout/SignInLayout.tsx'
import { send } from '#web/api/send.ts'
import { dropSession, holdInterim, keepCas, keepSession, readToken } from '#web/api/session.ts'
import { ownPath, ownSignIn } from '#web/api/signOut.ts'
import { keepRedirectTarget, takeRedirectTarget } from '#web/api/redirectTarget.ts'
import { useTitle } from '#web/page/title.ts'
import { externalSignIn } from './externalSignIn.contract.ts'
import { OtherAccountQuestion } from './OtherAccountQuestion.tsx'
import { user } from '#contract/shell/user.contract.ts'
import { signin } from '#contract/shell/signin.contract.ts'

const ways = {
  sso: { title: '统一登录', arrive: arriveBySso },
  cas: { title: 'CAS 登录', arrive: arriveByCas },
  transit: { title: '进入平台', arrive: arriveByTicket },
}

/** Draws the page after an external sign-in: one line while it completes, or the reason why it failed. */
export default function Arrival({ way }: { way: keyof typeof ways }) {
  const { title, arrive } = ways[way]
  useTitle(title)
  const [problem, setProblem] = useState('')
  const navigate = useNavigate()
  const begun = useRef(false)
  const [asked, setAsked] = useState<OtherAccount>()
  const choice = useAccountChoice((entered, { casUrl }) => {
    const to = settle(entered, takeRedirectTarget())
    if (casUrl) keepCas(casUrl)
    navigate(to, { replace: true })
  }, setProblem)
  useEffect(() => {
    // Uses the parameters of the address only once.
    if (begun.current) return
    begun.current = true
    const given = new URLSearchParams(location.search)
    history.replaceState(null, '', location.pathname)
    arrive(given).then(
      (to) => to && navigate(to, { replace: true }),
      (error: Error) => {
        if (error instanceof OtherAccount) setAsked(error)
        else if (!choice.offer(error)) setProblem(error.message)
      },
    )
  })
  if (choice.list) return <SignInLayout title={title}>{choice.list}</SignInLayout>
  if (asked) {
    const go = (to: string) => navigate(to, { replace: true })
    const stay = () => void giveBack(asked.entered).then(() => go('/'))
    return <OtherAccountQuestion {...asked} onStay={stay} onEnter={() => go(settle(asked.entered, asked.to))} />
  }
  return (
    <SignInLayout title={title}>
      {problem ? (
        <>
          <div className="sign-in-error" role="alert">
            {problem}
          </div>
          <a href={ownSignIn()} onClick={dropSession}>
            返回登录
          </a>
        </>
      ) : (
        <p className="sign-in-wait" role="status">
          <Spin /> 正在登录，请稍候……
        </p>
      )}
    </SignInLayout>
  )
}

/** Keeps the session and answers where it leads. */
function settle(result: Entered, to: string): string {
  keepSession(result, result.user)
  return result.user.pwdFlag === '1' ? '/editpwd' : to
}

const keyOfBrowser = 'ssoKey'

async function arriveBySso(given: URLSearchParams): Promise<string | undefined> {
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => given.get(name) ?? undefined)
  if (given.has('error')) throw new Error('统一登录没有成功，请重新登录')
  if (!code || !state) {
    remember(given)
    const { result } = await send(externalSignIn.beginsso, {})
    sessionStorage.setItem(keyOfBrowser, result.browserKey)
    location.assign(result.url)
    return undefined
  }
  const browserKey = sessionStorage.getItem(keyOfBrowser)
  sessionStorage.removeItem(keyOfBrowser)
  if (!browserKey) throw new Error('请在开始登录的同一个页面里完成登录')
  const { result } = await send(externalSignIn.loginbysso, { code, state, browserKey, ...(iss && { iss }) })
  return settle(result, takeRedirectTarget())
}

async function arriveByCas(given: URLSearchParams): Promise<string | undefined> {
  const ticket = given.get('ticket')
  if (!ticket) {
    remember(given)
    const { result } = await send(externalSignIn.getcas, {})
    location.assign(result.url)
    return undefined
  }
  const { result } = await send(externalSignIn.loginbycas, { ticket })
  const to = settle(result, takeRedirectTarget())
  keepCas(result.casUrl)
  return to
}

async function arriveByTicket(given: URLSearchParams): Promise<string> {
  const tokenId = given.get('tokenId')
  if (!tokenId) throw new Error('链接不完整，请从原来的系统重新进入')
  const now = readToken() && (await send(user.get, {}).catch(() => undefined))?.result
  const { result } = await send(signin.gettokenbyid, { id: tokenId })
  const to = ownPath(given.get('to'))
  // Goes on without a question to another identity of the same person, and to somebody whom they impersonate.
  if (now && ![result.user.no, result.user.imitUserNo].includes(now.no)) throw new OtherAccount(now, result, to)
  return settle(result, to)
}

/** Says that a link would sign in somebody else than who works in this tab. */
class OtherAccount extends Error {
  now: Entered['user']
  entered: Entered
  to: string
  constructor(now: Entered['user'], entered: Entered, to: string) {
    super('这个链接属于另一个账号')
    this.now = now
    this.entered = entered
    this.to = to
  }
}

/** Ends the session that a link has opened, which nobody wants. */
async function giveBack(entered: Entered) {
  holdInterim(entered)
  await send(signin.logout, {}).catch(() => {})
  holdInterim(undefined)
}

/** Stores the requested page, so that the user gets there in the end. */
function remember(given: URLSearchParams) {
  const redirect = given.get('redirect')
  if (redirect) keepRedirectTarget(ownPath(redirect))
}
