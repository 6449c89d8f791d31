import type { TestProject } from 'vitest/node'
import { startTestPostgres } from '../test/postgres.ts'

export default (project: TestProject) => startTestPostgres(project, { template_demo: true })
