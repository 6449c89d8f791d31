import type { Page } from 'playwright-core'

/** Returns the main menu, at the side or in the drawer of a phone. */
export const mainMenu = (page: Page) => page.getByRole('navigation', { name: '主菜单' })

/** Returns the link of the main menu to a page. */
export const menuLink = (page: Page, name: string | RegExp) => mainMenu(page).getByRole('link', { name, exact: true })

/** Returns a group of the main menu. */
export const menuGroup = (page: Page, name: string) => mainMenu(page).getByRole('button', { name, exact: true })
