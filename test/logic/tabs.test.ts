import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Imports them only where the globals of a browser stand in.
let tabs: typeof import('#web/page/tabs.ts')
const kept = new Map<string, string>()
beforeAll(async () => {
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  tabs = await import('#web/page/tabs.ts')
})
afterAll(() => vi.unstubAllGlobals())

const open = (): { path: string; pinned: boolean }[] => JSON.parse(kept.get('tabs') ?? '[]')

test('at most 200 pages are open; the one hidden longest goes first, and a pinned one never', () => {
  tabs.visitTab({ path: '/dashboard', title: '首页', pinned: true }, '')
  for (let at = 1; at < 200; at++) tabs.visitTab({ path: `/p/${at}`, title: `第 ${at} 页`, pinned: false }, '')
  expect(open().length).toBe(200)
  tabs.visitTab({ path: '/p/1', title: '第 1 页', pinned: false }, '?a=1')
  expect(open().length).toBe(200)
  tabs.visitTab({ path: '/p/200', title: '第 200 页', pinned: false }, '')
  expect(open().length).toBe(200)
  const paths = open().map(({ path }) => path)
  expect([paths[0], paths.includes('/p/1'), paths.includes('/p/2'), paths.at(-1)]).toEqual(['/dashboard', true, false, '/p/200'])
  expect(tabs.closeTabs('/p/200', () => true)).toBe('/dashboard')
  expect(open()).toMatchObject([{ path: '/dashboard', pinned: true }])
})

test('a tab is named after its subject, else after its route, else by a default', () => {
  const tab = { path: '/x', search: '', title: '员工管理', pinned: false, round: 0 }
  expect([{ ...tab, name: '曹静' }, tab, { ...tab, title: '' }].map(tabs.tabName)).toEqual(['曹静', '员工管理', '未命名'])
})
