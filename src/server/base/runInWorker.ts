import { Worker } from 'node:worker_threads'

/** Says that a worker needed more time than it was given. */
export class OutOfTime extends Error {}

type Limits = { seconds: number; memory: NonNullable<ConstructorParameters<typeof Worker>[1]>['resourceLimits'] }

/**
 * Runs one piece of heavy work in a thread of its own, which gets `data` as its workerData and posts one answer. Throws OutOfTime
 * when its time is over, and otherwise the worker's own error; one that ends without an answer is an error too.
 */
export function runInWorker<Answer>(file: URL, data: unknown, { seconds, memory }: Limits): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: data, ...(memory && { resourceLimits: memory }) })
    const patience = setTimeout(() => {
      reject(new OutOfTime())
      void worker.terminate()
    }, seconds * 1000)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(patience)
      reject(new Error('the worker ended without an answer'))
    })
  })
}
