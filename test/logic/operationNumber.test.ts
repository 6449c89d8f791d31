import { v4, v7 } from 'uuid'
import { expect, test, vi } from 'vitest'
import { newOperation, timeOfOperation } from '#server/base/operationNumber.ts'

test('the number of an operation tells when it began, to the millisecond', () => {
  for (const time of [0, 1, Date.UTC(2026, 10, 24, 8, 30, 1, 7), 2 ** 48 - 1]) {
    expect(timeOfOperation(v7({ msecs: time }))).toBe(time)
    expect(timeOfOperation(v7({ msecs: time }).toUpperCase())).toBe(time)
  }
})

test('a number of another kind tells no time', () => {
  for (const op of [v4(), '', 'none', '00000000-0000-0000-0000-000000000000']) expect(timeOfOperation(op)).toBeUndefined()
})

test('a clock that is put back is followed by the numbers that come next', () => {
  const now = vi.spyOn(Date, 'now')
  const ahead = Date.UTC(2036, 0, 1)
  now.mockReturnValue(ahead)
  expect(timeOfOperation(newOperation())).toBe(ahead)
  now.mockReturnValue(ahead - 86_400_000)
  expect(timeOfOperation(newOperation())).toBe(ahead - 86_400_000)
  expect(new Set(Array.from({ length: 1000 }, newOperation)).size).toBe(1000)
  now.mockRestore()
})
