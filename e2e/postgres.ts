import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { keepDemoFiles } from '#app/server/demo/files/demoFiles.ts'
import { openFiles } from '#server/store/files.ts'
import { startTestPostgres } from '../test/support/postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Holds the folder of the demo data's files, to be copied. */
    demoFiles: string
  }
}

/** Starts PostgreSQL with the demo data, and makes the files of it, once for all test files. */
export default async (project: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), 'campus-demo-files-'))
  const files = openFiles(folder)
  const [stop] = await Promise.all([startTestPostgres(project, { template_demo: true }), keepDemoFiles(files)])
  project.provide('demoFiles', files.root)
  return async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
