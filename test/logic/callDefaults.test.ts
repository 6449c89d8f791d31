import { expect, test } from 'vitest'
import { routes } from '#app/server/routes.ts'

const calls = routes.map(({ call }) => call)

test('a page is the first and has 20 rows unless asked otherwise; of employees and enterprises it has 50', () => {
  const paged = calls.filter(({ path, input }) => path.endsWith('page') && 'pageIndex' in input.shape)
  const defaults = paged.map(({ path, input }) => [
    path,
    ...['pageIndex', 'pageSize'].map((name) => input.shape[name]?.safeParse(undefined).data),
  ])
  const large = ['/ecb/ent/getpage', '/ent/emp/getpage', '/ent/emp/getexpage']
  expect(paged.length).toBeGreaterThan(20)
  expect(defaults).toEqual(paged.map(({ path }) => [path, 1, large.includes(path) ? 50 : 20]))
})

test('values of dictionaries are read without the loading indicator', () => {
  const quiet = calls.filter((call) => call.quiet).map(({ path }) => path)
  expect(quiet).toEqual(expect.arrayContaining(['/ent/info/getlist', '/ent/info/gettypelist']))
  expect(quiet.length).toBeLessThan(calls.length / 10)
})
