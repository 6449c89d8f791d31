import type { MenuModule } from '#contract/shell/mdl.contract.ts'
import { isOutside } from '#contract/values/address.ts'

/** What a leaf of the menu does: goes to a page of ours, opens another site, or asks first where to go. */
export type MenuLink = { to: string } | { outside: string } | { asked: string }

// The codes of URL_TYPE and OPEN_TYPE.
const [route, resolved] = ['1', '2']
const [frame, window] = ['2', '3']

/** Where a module leads, by its address and the ways it is opened (docs/spec/modules.md#opening). */
export function linkOf({ mdlCode, url, urlType, openType }: MenuModule): MenuLink {
  if (openType === window && urlType === resolved) return { asked: mdlCode }
  if (openType === frame) return { to: `/iframe/index?${new URLSearchParams({ url: url ?? '' })}` }
  if (url && isOutside(url) && (openType === window || urlType === route)) return { outside: url }
  if (urlType === route) return { to: url ?? '/404' }
  return { to: `/iframeurl/index?${new URLSearchParams({ mdlCode, openType, urlType })}` }
}

/** The leaves of a menu. */
export const leavesOf = (menu: readonly MenuModule[]): MenuModule[] =>
  menu.flatMap((node) => (node.items.length > 0 ? leavesOf(node.items) : [node]))

/** Pages that show other systems: each address is a tab of its own (docs/spec/page.md#tabs). */
const framed = ['/iframe/index', '/iframeurl/index']

/** By what the tab of an address is known: its path, and for frames what they show. */
export const tabPathOf = (pathname: string, search: string) => (framed.includes(pathname) ? pathname + search : pathname)
