import type { FileChooser, Locator, Page } from 'playwright-core'
import { menuLink, sectionTab } from '../../e2e/frameParts.ts'

/** Hands that are counted: every click, and every key that is pressed. */
export class Hands {
  clicks = 0
  keys = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async click(what: Locator) {
    this.clicks++
    await what.click()
  }
  /** Goes to a page by the main menu, and by the tabs of its section. */
  async goByMenu(name: string) {
    await this.click(menuLink(this.page, name))
    const tab = sectionTab(this.page, name)
    if (tab) await this.click(tab)
  }
  /** Clicks what asks for files, and chooses these. */
  async chooseFiles(what: Locator, files: Parameters<FileChooser['setFiles']>[0]) {
    const [asked] = await Promise.all([this.page.waitForEvent('filechooser'), this.click(what)])
    await asked.setFiles(files)
  }
  async press(key: string) {
    this.keys++
    await this.page.keyboard.press(key)
  }
  async type(text: string) {
    this.keys += text.length
    await this.page.keyboard.type(text)
  }
}
