import { expect, test } from 'vitest'
import { drawText, newText } from '#server/auth/captchaImage.ts'
import { drawSlide, newPlace } from '#server/auth/captchaSlide.ts'
import { slideTolerance } from '#server/auth/captcha.ts'
import { readSigns } from './imageSolver.ts'
import { seeSlide, solvers } from './slideSolvers.ts'

// Draws 200 pictures for each solver in the proof; a short sample may be unlucky and so allows more.
const [pictures, share] = process.env.WHOLE ? [200, 0.2] : [10, 0.5]

test('programs that compare pictures, brightness or edges solve hardly any slide', async () => {
  const solved = Object.fromEntries(Object.keys(solvers).map((name) => [name, 0]))
  for (let i = 0; i < pictures; i++) {
    const place = newPlace()
    const seen = await seeSlide(await drawSlide(place))
    for (const [name, solve] of Object.entries(solvers))
      if (Math.abs(solve(seen) - place) <= slideTolerance) solved[name] = (solved[name] ?? 0) + 1
  }
  for (const [name, count] of Object.entries(solved)) expect([name, count <= pictures * share]).toEqual([name, true])
})

test('a program that compares every place with every sign reads hardly any image', async () => {
  let read = 0
  const images = process.env.WHOLE ? 200 : 8
  for (let i = 0; i < images; i++) {
    const text = newText()
    if ((await readSigns(await drawText(text))) === text) read++
  }
  expect(read).toBeLessThanOrEqual(images * (process.env.WHOLE ? 0.2 : 0.5))
})
