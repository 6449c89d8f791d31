import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, colorScaleOf } from '#web/theme/colorScale.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)

test('whatever colour an enterprise chooses, text in it can be read and what is pressed can be seen', () => {
  fc.assert(
    fc.property(colour, (given) => {
      const { soft, ...shades } = colorScaleOf(given)
      for (const shade of Object.values(shades)) expect(contrast(shade, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(shades.link, soft)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('the shipped colour keeps the shades of the design, and what is no colour gets them too', () => {
  const shipped = { primary: '#1a6fc4', link: '#1a6fc4', soft: '#edf3fa' }
  expect(colorScaleOf('#3296FA')).toMatchObject(shipped)
  for (const given of ['', 'red', 'url(x)', undefined]) expect(colorScaleOf(given)).toMatchObject(shipped)
})

test('by night white words can be read on what is pressed', () => {
  fc.assert(
    fc.property(colour, (given) => {
      expect(contrast(colorScaleOf(given, true).primary, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('the ring around what has the focus can be seen by day and by night, on the page and on what is chosen', () => {
  fc.assert(
    fc.property(colour, fc.boolean(), (given, isDark) => {
      const { link, soft } = colorScaleOf(given, isDark)
      const grounds = isDark ? ['#101112', '#1b1c1e', '#25272a'] : ['#ffffff', '#f5f6f7', '#f0f2f4']
      for (const ground of [...grounds, soft]) expect(contrast(link, ground)).toBeGreaterThanOrEqual(3)
    }),
  )
})
