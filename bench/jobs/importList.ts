import { resolve } from 'node:path'
import type { Hands } from './hands.ts'

/** Mends all that can be: each click one kind of error; the list of kinds is looked at again before the next. */
async function mendAlike(hands: Hands) {
  const list = hands.page.getByRole('list', { name: '同类问题' })
  const mend = list.getByRole('button', { name: /^一键修复/ })
  while ((await mend.count()) > 0) {
    const before = await list.innerText()
    await hands.click(mend.first())
    await hands.page.waitForFunction((text) => document.querySelector<HTMLElement>('.alike')?.innerText !== text, before)
  }
}

/** Chooses a list of the test's files behind 导入, mends all that can be mended together, and writes it. */
export async function importList(hands: Hands, entry: string, file: string) {
  const { page } = hands
  await hands.click(page.getByRole('button', { name: /导入/ }))
  await hands.click(page.getByRole('menuitem', { name: entry, exact: true }))
  await hands.chooseFiles(page.getByText('点这里选择 Excel 文件'), resolve('test/fixtures', file))
  await hands.click(page.getByRole('button', { name: /^展开其余/ }))
  await mendAlike(hands)
  await hands.click(page.getByRole('button', { name: /^写入 / }))
  await hands.click(page.getByRole('dialog').getByRole('button', { name: '写入' }))
}
