import type { Locator, Page } from 'playwright-core'

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
  async press(key: string) {
    this.keys++
    await this.page.keyboard.press(key)
  }
  async type(text: string) {
    this.keys += text.length
    await this.page.keyboard.type(text)
  }
}
