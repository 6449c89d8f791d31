import { expect, test } from 'vitest'
import { modules } from '#contract/modules.ts'
import { exportModules, printAccess, printModules } from '#contract/printing.ts'

const codes = (kept: (has: (action: string) => boolean) => boolean) =>
  modules.filter(({ actions }) => kept((action) => (actions as readonly string[]).includes(action))).map(({ code }) => code)

test('the modules whose lists are printed by a right of their own are those that have it', () => {
  expect(printModules.toSorted()).toEqual(codes((has) => has('print')).toSorted())
  expect(exportModules.toSorted()).toEqual(codes((has) => has('export') && !has('print')).toSorted())
})

test('a list is printed by whoever may print or else export in its module, and by each reader where there is neither', () => {
  expect(printAccess(['stu:000004'])).toEqual(['stu:000010'])
  expect(printAccess(['ptr:000004', 'role:000004'])).toEqual(['ptr:000007', 'role:000004'])
  expect(printAccess('session')).toBe('session')
})
