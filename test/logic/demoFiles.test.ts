import { afterEach, expect, test, vi } from 'vitest'
import { demoFiles } from '#app/server/demo/files/demoFiles.ts'
import { forgetScenes } from '#app/server/demo/files/scenes.ts'

afterEach(() => vi.useRealTimers())

test('the files of the demo are the same whenever they are made, so that a backup finds them as they were uploaded', async () => {
  const madeAt = async (day: string) => {
    vi.useFakeTimers({ now: new Date(day), toFake: ['Date'] })
    forgetScenes()
    return Promise.all(demoFiles.map(async ({ file }) => Buffer.from(await file()).toString('base64')))
  }
  expect(await madeAt('2026-09-01')).toEqual(await madeAt('2027-03-05'))
})
