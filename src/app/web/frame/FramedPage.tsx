import { ExternalLink, RefreshCw } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { userMdl } from '#contract/shell/mdl.contract.ts'
import { isOutside } from '#contract/values/address.ts'
import { query } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { send } from '#web/api/send.ts'
import { useTabName } from '#web/page/tab.ts'
import { leavesOf } from '#web/page/links.ts'
import { openAsked } from './useOpenModule.ts'
import './framed.css'

/** Draws `/iframe/index?url=`: another system by the address that its module has. */
export function FramedByUrl() {
  const [params] = useSearchParams()
  const url = params.get('url')
  const module = useLeaf((leaf) => leaf.url === url)
  return <Framed name={module?.name} url={module?.url ?? undefined} />
}

/**
 * Draws `/iframeurl/index?mdlCode=`: another system at an address from the server, kept as long as the browser tab. Its ticket is good
 * once, so it is asked for anew each time that the frame is loaded.
 */
export function FramedByModule() {
  const [params] = useSearchParams()
  const mdlCode = params.get('mdlCode') ?? ''
  const module = useLeaf((leaf) => leaf.mdlCode === mdlCode)
  const asked = useQuery({
    queryKey: [userMdl.geturl.path, mdlCode],
    queryFn: async () => {
      const { url } = (await send(userMdl.geturl, { mdlCode })).result
      sessionStorage.setItem(`iframe ${mdlCode}`, module?.url ?? '')
      return url
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: module !== undefined,
  })
  if (asked.error)
    return <ReadFailed page={module?.name ?? '打开应用'} message={asked.error.message} onRetry={() => asked.refetch()} />
  if (module && !asked.data) return <Spin delay={200} className="page-spin" />
  return (
    <Framed name={module?.name} url={asked.data} onAgain={() => void asked.refetch()} onOutside={() => void openAsked(mdlCode)} />
  )
}

/** Returns a leaf of the user's own menu: no foreign address leads into a frame. Undefined where there is none. */
function useLeaf(is: (leaf: { mdlCode: string; url: string | null }) => boolean) {
  const { data: menu = [] } = useQuery({ ...query(userMdl.get, {}), staleTime: Number.POSITIVE_INFINITY })
  return leavesOf(menu).find(is)
}

type FramedProps = {
  name: string | undefined
  url: string | undefined
  /** Asks for the address anew, and opens it in a window, where that needs another ticket. */
  onAgain?: () => void
  onOutside?: () => void
}

function Framed({ name, url, onAgain, onOutside }: FramedProps) {
  const [round, setRound] = useState(0)
  useTabName(name)
  if (!name || !url || !isOutside(url) || new URL(url).origin === location.origin)
    return (
      <div className="page">
        <div className="empty">
          <strong>这里不能打开这个地址</strong>
          它不在你的菜单里，或者不是另一个网站的地址。
        </div>
      </div>
    )
  return (
    <div className="framed">
      <div className="framed-bar">
        <h1>{name}</h1>
        <Button type="text" size="small" icon={<RefreshCw />} onClick={() => (onAgain ? onAgain() : setRound(round + 1))}>
          刷新
        </Button>
        <Button
          type="text"
          size="small"
          icon={<ExternalLink />}
          {...(onOutside ? { onClick: onOutside } : { href: url, target: '_blank', rel: 'noopener noreferrer' })}
        >
          在新窗口打开
        </Button>
      </div>
      <iframe
        key={`${round} ${url}`}
        title={name}
        src={url}
        referrerPolicy="no-referrer"
        // Allows its own scripts, forms and sessions; never this page's window.
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-downloads allow-modals"
      />
    </div>
  )
}
