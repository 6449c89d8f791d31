import { expect, test } from 'vitest'
import { networkOf } from '#server/auth/attempts.ts'

test('whoever has one IPv6 address has a whole network of them, and is counted as one; IPv4 addresses are counted each', () => {
  const one = networkOf('2001:db8:7:1::1')
  expect(networkOf('2001:0DB8:7:1:ffff:0:12:9')).toBe(one)
  expect(networkOf('2001:db8:7:2::1')).not.toBe(one)
  expect(networkOf('::1')).toBe(networkOf('0:0:0:0:0:0:0:1'))
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('')).toBe('')
})
