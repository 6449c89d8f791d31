import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

// What takes longest begins first, or the other workers would wait for it at the end.
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const inOrder = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('/access.test.ts')
    return [...inOrder.filter(isLongest), ...inOrder.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  test: {
    include: [process.env.SCREENSHOTS ? 'e2e/screenshots.ts' : 'e2e/**/*.test.ts'],
    globalSetup: 'e2e/postgres.ts',
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 120_000,
  },
})
