import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../scripts/chromium.ts'

/** Starts the browser of the measurements. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })

/** Signs somebody of the demo data in, and waits for the first page. */
export async function signIn(page: Page, url: string, user = 'school') {
  await page.goto(`${url}/dashboard`)
  await page.getByLabel('账号').fill(user)
  await page.getByRole('textbox', { name: '密码' }).fill('Campus2026')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('heading', { name: /，(早上|中午|下午|晚上)好/ }).waitFor()
}
