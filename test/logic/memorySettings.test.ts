import { expect, test } from 'vitest'
import { memorySettings, usableMemory } from '#server/process/memorySettings.ts'

const gibibyte = 2 ** 30

test('a container’s limit counts, and without one the memory of the machine', () => {
  expect(usableMemory(2 * gibibyte, 16 * gibibyte)).toBe(2048)
  // Tells no limit: 0, or a number beyond all memory.
  expect(usableMemory(0, 16 * gibibyte)).toBe(16_384)
  expect(usableMemory(2 ** 64, 16 * gibibyte)).toBe(16_384)
})

test.each([
  // A container of 512 MiB and a machine of 1 GiB keep what PostgreSQL itself begins with.
  [512, '128MB', '256MB', '4MB', '64MB', '1024MB'],
  [1024, '128MB', '256MB', '4MB', '64MB', '1024MB'],
  [2048, '256MB', '512MB', '4MB', '64MB', '1024MB'],
  // A school’s small machine of 4 GB, of which its system tells a little less.
  [3900, '719MB', '1438MB', '8MB', '89MB', '1024MB'],
  [7900, '1719MB', '3438MB', '8MB', '214MB', '2048MB'],
  [16_000, '3744MB', '7488MB', '16MB', '468MB', '2048MB'],
  [65_536, '4096MB', '32256MB', '16MB', '512MB', '2048MB'],
  [1_048_576, '4096MB', '65536MB', '16MB', '512MB', '2048MB'],
])('%i MiB of memory', (memory, ...expected) => {
  const [shared_buffers, effective_cache_size, work_mem, maintenance_work_mem, max_wal_size] = expected
  expect(memorySettings(memory)).toEqual({
    shared_buffers,
    effective_cache_size,
    work_mem,
    maintenance_work_mem,
    max_wal_size,
    checkpoint_timeout: '15min',
  })
})

test('nowhere do the shared pages take more than a quarter of the memory, beyond the least, and more memory never gives less', () => {
  const shared = (memory: number) => Number(memorySettings(memory).shared_buffers?.slice(0, -2))
  for (let memory = 256; memory < 40_000; memory += 128) {
    expect(shared(memory)).toBeLessThanOrEqual(Math.max(128, memory / 4))
    expect(shared(memory + 128)).toBeGreaterThanOrEqual(shared(memory))
  }
})
