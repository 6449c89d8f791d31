import type { MenuModule } from '#contract/shell/mdl.contract.ts'
import { isOutside } from '#contract/values/address.ts'

/**
 * Describes what a leaf of the menu does: goes to a page of ours, opens another site, or first asks the server for the address.
 */
type MenuLink = { to: string } | { outside: string } | { asked: string }

type Opening = Pick<MenuModule, 'mdlCode' | 'url' | 'urlType' | 'openType'>

// Names the codes of URL_TYPE and OPEN_TYPE.
const [route, resolved] = ['1', '2']
const [frame, window] = ['2', '3']

/** Returns where a module leads, by its address and the ways it is opened (docs/spec/modules.md#opening). */
export function linkOf({ mdlCode, url, urlType, openType }: Opening): MenuLink {
  if (openType === window && urlType === resolved) return { asked: mdlCode }
  if (openType === frame) return { to: `/iframe/index?${new URLSearchParams({ url: url ?? '' })}` }
  if (url && isOutside(url) && (openType === window || urlType === route)) return { outside: url }
  if (urlType === route) return { to: url ?? '/404' }
  return { to: `/iframeurl/index?${new URLSearchParams({ mdlCode, openType, urlType })}` }
}

/** Tells whether a module is a group, which leads nowhere itself: also one with nothing below it. */
export const isGroup = ({ items, url }: MenuModule) => items.length > 0 || url === null

/** Returns the leaves of a menu. */
export const leavesOf = (menu: readonly MenuModule[]): MenuModule[] =>
  menu.flatMap((node) => (isGroup(node) ? leavesOf(node.items) : [node]))

/** Lists the pages that show other systems: each address is a tab of its own (docs/spec/page.md#tabs). */
const framed = ['/iframe/index', '/iframeurl/index']

/** Returns the path that identifies the tab of an address; for frames with the address they show. */
export const tabPathOf = (pathname: string, search: string) => (framed.includes(pathname) ? pathname + search : pathname)
