import { type ComponentType, use, type ReactNode } from 'react'
import type { Call } from '#contract/call.ts'
import { MeContext, mayOf } from '#web/api/me.tsx'
import { lazyPage } from '#web/feedback/lazyPart.tsx'

type Portal = {
  /** Begins the paths of its pages. */
  base: string
  /** Names the call that viewers of its pages may make. */
  call: Pick<Call, 'access'>
  /** Names the subject of its pages: 活动. */
  noun: string
}

type Of = { inHead?: boolean; load: () => Promise<{ default: ComponentType }> }

/**
 * Returns a page of a portal, loaded when it is opened, for those who may view it; visitors without a session see what is public.
 */
export function portalPage({ base, call, noun }: Portal, path: string, title: string, { inHead = false, load }: Of): PortalPage {
  const Page = lazyPage(load)
  const Allowed = () => {
    const me = use(MeContext)
    if (!me || mayOf(me)(call)) return <Page />
    return (
      <div className="empty">
        <h1>没有权限查看{noun}</h1>
        需要的话，请本单位的管理员在角色管理里授权。
      </div>
    )
  }
  return { path: `${base}/${path}`, title, inHead, bare: true, content: <Allowed /> }
}

/**
 * Describes a page of a portal: its address, its title, and whether the head leads to it; `bare` brings its own heading and
 * cards.
 */
export type PortalPage = { path: string; title: string; inHead?: boolean; bare?: boolean; content: ReactNode }
