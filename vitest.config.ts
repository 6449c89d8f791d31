import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longestFirst.ts'
import { longFiles, ofOneProcess } from './test/support/parts.ts'

// SHORT=1 is npm test; with PROCESSES=2 two other processes answer the calls of all files.
const left = [...(process.env.SHORT ? longFiles : []), ...(process.env.PROCESSES ? ofOneProcess : [])]

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: left,
    globalSetup: process.env.WITHOUT_POSTGRES ? [] : 'test/support/postgres.ts',
    env: { LOG_LEVEL: 'silent' },
    reporters: './test/support/reporter.ts',
    pool: 'forks',
    // Collects less often what each request leaves behind.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    // Each file opens what it needs and closes it again; reading the product anew for each took a third of the time.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
