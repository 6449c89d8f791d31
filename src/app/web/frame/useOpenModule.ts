import { useNavigate } from 'react-router'
import { type MenuModule, userMdl } from '#contract/shell/mdl.contract.ts'
import { send } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { leavesOf, linkOf } from '#web/page/links.ts'

/** Opens what a menu item stands for: an address of this page, or a module that leads outside. */
export function useOpenModule(menu: readonly MenuModule[]): (key: string) => void {
  const navigate = useNavigate()
  return (key) => {
    if (key.startsWith('/')) return navigate(key)
    const module = leavesOf(menu).find(({ mdlCode }) => mdlCode === key)
    const link = module && linkOf(module)
    if (!link || 'to' in link) return
    if ('outside' in link) window.open(link.outside, '_blank', 'noopener,noreferrer')
    else void openAsked(link.asked)
  }
}

/** Opens the window at once, as an answer to the click; the server then gives its address, with a ticket that is good once. */
export async function openAsked(mdlCode: string) {
  const opened = window.open('', '_blank')
  if (!opened) return toast.warning('浏览器拦截了新窗口，请允许本站打开新窗口')
  opened.opener = null
  try {
    const { result } = await send(userMdl.geturl, { mdlCode })
    opened.location.replace(result.url)
  } catch (error) {
    opened.close()
    toast.error((error as Error).message)
  }
}
