import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Context } from '#server/call/context.ts'
import { writeWorkbook } from '#server/exporting/workbook.ts'
import { startServer } from '../support/harness.ts'

test('when the process that writes a workbook dies, the caller is told to try again, and nothing is left', async () => {
  const { services, close } = await startServer()
  const source = import.meta.resolve('../fixtures/brokenRows.ts')
  const write = () =>
    writeWorkbook({ services, locals: {}, origin: { hasChanged: false } } as Context, {
      name: '甲',
      columns: [],
      source,
      input: {},
    })
  await expect(write()).rejects.toThrow('工作簿没有写完，请稍后再试')
  expect(readdirSync(join(services.files.root, 'leaving'))).toEqual([])
  await close()
})
