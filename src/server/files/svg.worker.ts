import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { isStillSvg } from './svg.ts'

const { path } = workerData as { path: string }
parentPort?.postMessage(isStillSvg(await readFile(path)))
