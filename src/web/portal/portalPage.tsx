import { type ComponentType, lazy, use, type ReactNode } from 'react'
import type { Call } from '#contract/call.ts'
import { MeContext, mayOf } from '#web/api/me.tsx'

type Portal = {
  /** What the paths of its pages begin with. */
  base: string
  /** What whoever looks at its pages may call. */
  call: Pick<Call, 'access'>
  /** What its pages are about: 活动. */
  noun: string
}

type Of = { inHead?: boolean; load: () => Promise<{ default: ComponentType }> }

/** A page of a portal, loaded when it is opened, for whoever may look at it; who is not signed in sees what is shown to everybody. */
export function portalPage({ base, call, noun }: Portal, path: string, title: string, { inHead = false, load }: Of): PortalPage {
  const Page = lazy(load)
  const Allowed = () => {
    const me = use(MeContext)
    if (!me || mayOf(me)(call)) return <Page />
    return (
      <div className="empty">
        <h1>没有权限查看{noun}</h1>
        需要的话，请本企业的管理员在角色管理里授权。
      </div>
    )
  }
  return { path: `${base}/${path}`, title, inHead, bare: true, content: <Allowed /> }
}

/** A page of a portal: its address, its title, and whether the head leads to it; `bare` brings its own heading and cards. */
export type PortalPage = { path: string; title: string; inHead?: boolean; bare?: boolean; content: ReactNode }
