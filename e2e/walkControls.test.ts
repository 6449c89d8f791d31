import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, openStage, type Stage } from './browser.ts'
import { closeTabs } from './pages.ts'
import { arriveToWalk, goTo, pagesFor } from './walk.ts'
import { bringBack, controlsOn, livesOn, refuseWrites } from './walkControls.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

// Names the tools that all lists have in common, each tried on the first list alone.
const common = /^(视图|显示|筛选|上一页|下一页|向.跳|展开.*筛选|排序)/
const tried = new Set<string>()

test.for(['school', 'platform', 'bureau', 'company', 'teacher'])(
  'each control in the head, the tools and the first row of the pages of %s does something when it is pressed',
  { timeout: 1_100_000 },
  async (name) => {
    const { page } = await arriveToWalk(stage, name, desktop)
    await refuseWrites(page)
    const before = tried.size
    for (const path of await pagesFor(stage, name)) {
      await closeTabs(page)
      await goTo(page, path)
      for (const control of await controlsOn(page)) {
        // Passes over what is gone because another control, pressed before, was remembered: a school that was chosen.
        if (!(await controlsOn(page)).some(({ at, name }) => at === control.at && name === control.name)) continue
        const key = common.test(control.name) ? control.name : `${path} ${control.name}`
        if (tried.has(key)) continue
        tried.add(key)
        const lives = await livesOn(page, control).catch((error: Error) => error.message.split('\n')[0])
        expect.soft(lives, key).toBe(true)
        await bringBack(page, path)
      }
    }
    expect(tried.size).toBeGreaterThan(before)
  },
)
