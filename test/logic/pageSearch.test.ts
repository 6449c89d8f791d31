import { expect, test } from 'vitest'
import { finderOf } from '#app/web/palette/findPages.ts'

const page = (title: string, path: string, query = '') => ({
  key: title,
  group: 'page' as const,
  title,
  note: '',
  to: path,
  path,
  query,
  pinyin: '',
})

test('a module is found by its title before its path, by its query, and mistyped', async () => {
  const find = await finderOf([
    page('Reports', '/ent/visit'),
    page('Visit', '/ent/vst'),
    page('Board', '/ent/board', 'kind=visit'),
  ])
  const titles = (word: string) => {
    const { spelt, alike } = find(word)
    return [...spelt, ...alike].map(({ title }) => title)
  }
  expect(titles('visit')).toEqual(['Visit', 'Reports', 'Board'])
  expect(titles('vsiit')[0]).toBe('Visit')
  expect(titles('qqqqq')).toEqual([])
})
