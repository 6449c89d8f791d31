import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSampled } from '../test/support/sample.ts'
import { openStage, signedIn, type Stage } from './browser.ts'
import { closeTabs, goWithin, ofPlatform, ofSchool, type Shown } from './pages.ts'
import { arriveWatched, stumblesAtBoth } from './readable.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test.for([
  ['school', [...ofSchool, ['/401', '没有权限进行操作'] as Shown]],
  ['platform', ofPlatform],
] as const)('every page of %s is readable by everybody, wide and on a phone', { timeout: 1_200_000 }, async ([name, pages]) => {
  // Ends only sessions elsewhere.
  await signedIn(stage.server, name)
  const page = await arriveWatched(stage, name)
  for (const [at, shown] of pages.filter(([path]) => isSampled(path, 6)).entries()) {
    if (at % 6 === 5) await closeTabs(page)
    await goWithin(page, shown)
    expect.soft(await stumblesAtBoth(page), shown[0]).toEqual([])
  }
})
