import { expect, test } from 'vitest'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { processes } from '../support/behindBalancer.ts'
import { makeSchool, startServer } from '../support/harness.ts'

test('every one of the processes behind the balancer answers, and this one answers nothing', async () => {
  const server = await startServer()
  const { admin } = await makeSchool(server)
  for (let call = 0; call < processes() * 2; call++) await admin.client.call(empgrp.getlist)
  const { rows } = await server.owner.query(
    `select distinct application_name as name from pg_stat_activity where datname = current_database() and application_name <> '' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: processes() }, (_, at) => `process ${at + 1}`))
  expect(server.services.database.pool.totalCount).toBe(0)
  await server.close()
})
