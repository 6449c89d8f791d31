import type { FileChooser, Locator, Page } from 'playwright-core'

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
