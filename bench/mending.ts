import type { Hands } from './jobs/hands.ts'

/** Mends all that can be: each click one kind of error; the list of kinds is looked at again before the next. */
export async function mendAlike(hands: Hands) {
  const list = hands.page.getByRole('list', { name: '同类问题' })
  const mend = list.getByRole('button', { name: /^一键修复/ })
  while ((await mend.count()) > 0) {
    const before = await list.innerText()
    await hands.click(mend.first())
    await hands.page.waitForFunction((text) => document.querySelector<HTMLElement>('.alike')?.innerText !== text, before)
  }
}
