import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from '../start/startup.ts'

export type Step = { word: string; text: string }

/** Returns the steps of the Dockerfile, each stage separately. */
export function stages(): Step[][] {
  const lines = readFileSync(join(checkout, 'Dockerfile'), 'utf8').split('\n')
  const steps = lines
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [word = '', ...rest] = line.split(' ')
      return { word, text: rest.join(' ') }
    })
  const starts = steps.flatMap(({ word }, at) => (word === 'FROM' ? [at] : []))
  return starts.map((start, n) => steps.slice(start, starts[n + 1]))
}
