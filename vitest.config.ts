import { defineConfig } from 'vitest/config'

// With PROCESSES=2 two other processes answer. These tests start processes themselves, speak to a socket, or reach into the server.
const ofOneProcess = process.env.PROCESSES
  ? ['test/start/**', 'test/deploy/**', 'test/transport.test.ts', 'test/noConnection.test.ts', 'test/matrix/mutations.test.ts']
  : []

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ofOneProcess,
    globalSetup: 'test/postgres.ts',
    pool: 'forks',
    // Each file opens what it needs and closes it again; reading the product anew for each took a third of the time.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
