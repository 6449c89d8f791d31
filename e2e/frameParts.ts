import type { Page } from 'playwright-core'

/** Returns the main menu, at the side or in the drawer of a phone. */
export const mainMenu = (page: Page) => page.getByRole('navigation', { name: '主菜单' })

// Maps pages to the entry of the menu that opens them, and to the tab that each is among the pages of its entry.
const sections: Record<string, { entry: string; tab: string }> = Object.fromEntries(
  Object.entries({
    学生: { 学生管理: '学生', 学生档案: '档案', 学生家长关系: '家长关系' },
    家长: { 家长管理: '家长', 家长档案: '档案' },
    检查: { 重复核对: '重复核对', 数据体检: '数据体检' },
    员工: { 员工管理: '员工', 员工档案: '档案', 照片审核: '照片审核' },
    活动: { 活动管理: '活动', 活动报名: '报名', 作品审核: '作品审核' },
    资源: { 资源管理: '资源', 资源分类: '分类' },
    企业: { 企业管理: '企业', 模块开通: '模块开通', 平台账号: '平台账号' },
    单位设置: {
      本单位: '本单位',
      学校档案: '学校档案',
      企业档案: '企业档案',
      收款账户: '收款账户',
      缴费项目: '缴费项目',
      参数设置: '参数设置',
      字典选用: '字典选用',
    },
    角色权限: {
      角色管理: '角色管理',
      个人权限调整: '个人权限调整',
      数据权限: '数据权限',
      本单位模块: '本单位模块',
      权限解释: '权限解释',
    },
    账号记录: { 操作记录: '操作记录', 登录日志: '登录日志', 在线会话: '在线会话', 导入记录: '导入记录' },
  }).flatMap(([entry, pages]) => Object.entries(pages).map(([name, tab]) => [name, { entry, tab }])),
)

/** Returns the link of the main menu to a page, or to the section of the menu that the page belongs to. */
export const menuLink = (page: Page, name: string) =>
  // Takes the name of the page itself where somebody may open no other of its section.
  mainMenu(page).getByRole('link', { name: new RegExp(`^(${sections[name]?.entry ?? name}|${name})$`) })

/** Returns the tab of a page among those of its section; nothing for a page that is an entry of the menu itself. */
export function sectionTab(page: Page, name: string) {
  const section = sections[name]
  return (
    section &&
    page
      .locator('.tab-page:visible')
      .getByRole('navigation', { name: section.entry, exact: true })
      .getByRole('link', { name: section.tab, exact: true })
  )
}

/** Goes to a page by the main menu, and by the tabs of its section. */
export async function goByMenu(page: Page, name: string) {
  await menuLink(page, name).click()
  await sectionTab(page, name)?.click()
}

/** Returns a group of the main menu. */
export const menuGroup = (page: Page, name: string) => mainMenu(page).getByRole('button', { name, exact: true })

/** Opens the settings of the page, from the user's menu. */
export async function openSettings(page: Page) {
  await page.getByRole('button', { name: /^当前用户/ }).click()
  await page.locator('.popup').getByRole('button', { name: '界面设置' }).click()
}

/** Opens how a list is shown: density, columns, refreshing. */
export const openShown = (page: Page) =>
  page.locator('.tab-page:visible').getByRole('button', { name: '显示', exact: true }).first().click()

/** Reads a list again; waits first until its settings are closed, which the click would close instead of open. */
export async function refreshList(page: Page) {
  const refresh = page.getByRole('button', { name: '刷新', exact: true })
  await refresh.waitFor({ state: 'hidden' })
  await openShown(page)
  await refresh.click()
}

/** Returns what says how many rows a list has: in the head of its page, or above it. */
export const listCount = (page: Page, text: string) =>
  page.locator('.page-title:visible, .list-line:visible').getByText(text).first()

/** Opens the filters of a list. */
export const openFilters = (page: Page) =>
  page.locator('.filter-bar:visible').getByRole('button', { name: /^筛选/ }).first().click()
