import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, colorScaleOf } from '#web/theme/colorScale.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)

test('whatever colour an enterprise chooses, text in it can be read and what is pressed can be seen', () => {
  fc.assert(
    fc.property(colour, (given) => {
      const { theme, text, hover, active, soft } = colorScaleOf(given)
      expect(contrast(theme, '#ffffff')).toBeGreaterThanOrEqual(3)
      for (const shade of [text, hover, active]) expect(contrast(shade, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(text, soft)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('the shipped colour keeps the shades of the design, and what is no colour gets them too', () => {
  const shipped = { theme: '#3296fa', text: '#1a6fc4', soft: '#edf6ff', softer: '#eff7ff' }
  expect(colorScaleOf('#3296FA')).toMatchObject(shipped)
  for (const given of ['', 'red', 'url(x)', undefined]) expect(colorScaleOf(given)).toMatchObject(shipped)
})

test('the ring around what has the focus can be seen by day and by night, on the page and on what is chosen', () => {
  fc.assert(
    fc.property(colour, fc.boolean(), (given, isDark) => {
      const { text, soft } = colorScaleOf(given, isDark)
      const grounds = isDark ? ['#141414', '#1f1f1f', '#262729'] : ['#ffffff', '#f5f6f8', '#f7f8fa']
      for (const ground of [...grounds, soft]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(3)
    }),
  )
})
