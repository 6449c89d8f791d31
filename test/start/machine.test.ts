import { spawnSync } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { changePassword } from './scenes.ts'
import { cleanUp, isRoot, makeFolder, open, stop, superuserOf } from './startup.ts'

afterEach(cleanUp)

// Gives a command a /dev/shm of its own of 64 KiB, as the smallest containers have.
const withTinyMemory = ['unshare', '--mount', 'sh', '-c', 'mount -t tmpfs -o size=64k tmpfs /dev/shm && exec "$@"', 'sh']

test('the embedded database starts where /dev/shm is tiny, and statements that several of its processes share have room', async ({
  skip,
}) => {
  const [command = '', ...args] = withTinyMemory
  skip(!isRoot || spawnSync(command, [...args, 'true']).status !== 0, 'only root, and not in every container, mounts')
  const dataDir = makeFolder()
  const server = await open({ dataDir, through: withTinyMemory })
  await changePassword(server)
  const database = await superuserOf(dataDir)

  await database.query(`create table whole as select n from generate_series(1, 300000) n; analyze whole`)
  await database.query(`set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set min_parallel_table_scan_size = 0;
    set enable_mergejoin = off; set work_mem = '64MB'`)
  const joined = 'select count(*)::int as found from whole a join whole b using (n)'
  const { rows: plan } = await database.query(`explain ${joined}`)
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('Parallel Hash')
  expect((await database.query(joined)).rows).toEqual([{ found: 300_000 }])
  await stop(server, dataDir)
})
