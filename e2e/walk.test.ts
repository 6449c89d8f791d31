import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop, openStage, type Stage } from './browser.ts'
import { isSampled } from '../test/support/sample.ts'
import { looksOf } from './look.ts'
import { closeTabs } from './pages.ts'
import { arriveToWalk, cutOn, foreignWord, goTo, pagesFor, shownPage } from './walk.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('no page of a school reports an error, cuts a column, or speaks in words of the platform', {
  timeout: 240_000,
}, async () => {
  const walker = await arriveToWalk(stage, 'school', desktop)
  const paths = (await pagesFor(stage, 'school')).filter((path) => isSampled(path, 4))
  for (const [at, path] of paths.entries()) {
    if (at % 12 === 11) await closeTabs(walker.page)
    await goTo(walker.page, path)
    expect.soft([...(await cutOn(walker.page)), ...(await looksOf(walker.page)), ...walker.wrong()], path).toEqual([])
    expect.soft(foreignWord(await shownPage(walker.page).innerText()), path).toBe('')
  }
})
