import { appendFileSync } from 'node:fs'
import { DefaultReporter, type TestModule } from 'vitest/node'

const words = { passed: '✓', failed: '✗', skipped: '–', pending: '·', queued: '·' } as const

/**
 * Tells a line a file, what failed in full at the end, and how many passed. TEST_COUNTS names a file to count in, TEST_RESULTS one
 * for what became of each test.
 */
export default class OneLineReporter extends DefaultReporter {
  constructor() {
    super({ summary: false, silent: 'passed-only' })
  }

  override onTestModuleEnd(module: TestModule) {
    const { tests, seconds } = { tests: [...module.children.allTests()], seconds: module.diagnostic().duration / 1000 }
    const failed = tests.filter((test) => test.result().state === 'failed')
    const counts = `${tests.length} tests${failed.length > 0 ? `, ${failed.length} failed` : ''}`
    this.log(`${words[module.state()]} ${module.relativeModuleId} (${counts}, ${seconds.toFixed(1)} s)`)
    for (const test of failed) this.log(`    ✗ ${test.fullName}`)
  }

  override onTestRunEnd(...given: Parameters<DefaultReporter['onTestRunEnd']>) {
    super.onTestRunEnd(...given)
    const [modules, errors] = given
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const states = tests.map((test) => test.result().state)
    const count = (state: string) => states.filter((one) => one === state).length
    // Counts a file that could not be read, which has no tests that could fail.
    const unread = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0).length
    const counts = { passed: count('passed'), failed: count('failed') + unread + errors.length, skipped: count('skipped') }
    if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, `${JSON.stringify(counts)}\n`)
    const lines = tests.map((test) => `${test.result().state}\t${test.module.relativeModuleId} › ${test.name}\n`)
    if (process.env.TEST_RESULTS) appendFileSync(process.env.TEST_RESULTS, lines.join(''))
  }
}
