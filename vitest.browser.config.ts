import { readdirSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'
import { chosenFiles, longest } from './e2e/selection.ts'

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const inOrder = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return place < 0 ? longest.length : place
    }
    return inOrder.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

const files = readdirSync('e2e').map((name) => `e2e/${name}`)

export default defineConfig({
  test: {
    // The first argument is the command of the test runner.
    include: process.env.PICTURES ? [`e2e/${process.env.PICTURES}.ts`] : chosenFiles(process.argv.slice(3), files),
    globalSetup: 'e2e/postgres.ts',
    pool: 'forks',
    isolate: false,
    // Runs a third while the two others wait for pages.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 120_000,
  },
})
