import type { MenuModule } from '#contract/shell/mdl.contract.ts'

/** Returns the menu without groups in which nothing is left, of any level: they would lead nowhere (docs/spec/modules.md#the-menu). */
export const shownMenu = (menu: readonly MenuModule[]): MenuModule[] =>
  menu.flatMap((node) => {
    const items = shownMenu(node.items)
    return node.url !== null || items.length > 0 ? [{ ...node, items }] : []
  })
