import type { Page } from 'playwright-core'
import { gateCodes } from '#features/ent/vst/gate/vst.codes.contract.ts'
import type { TestServer } from '../test/support/harness.ts'
import { signedIn } from './browser.ts'

/** Returns the address of the form at the gate, as its printed code holds it. */
export async function gateCode(server: TestServer) {
  const { client } = await signedIn(server, 'school')
  const [gate] = await client.call(gateCodes.getcodes)
  return (await client.call(gateCodes.getcode, { codeNo: gate?.codeNo as string })).path
}

export async function fillIn(page: Page, name: string, host: string) {
  await page.getByLabel('姓名', { exact: false }).first().fill(name)
  await page.getByLabel('手机').first().fill('13700001234')
  await page.getByLabel('事由').fill('和老师面谈')
  await page.getByRole('combobox', { name: '被访人' }).fill(host)
  await page.getByRole('combobox', { name: '被访人' }).press('Enter')
  await page.getByRole('button', { name: `移除${host}` }).waitFor()
}

export const submit = (page: Page) => page.getByRole('button', { name: '提交' }).click()
