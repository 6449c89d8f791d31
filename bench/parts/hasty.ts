import type pg from 'pg'

// Spares the loading what only a server that is used needs; the settings of the product come back at the end.
const settings = {
  max_wal_size: '6GB',
  checkpoint_timeout: '30min',
  maintenance_work_mem: '768MB',
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
}
const large = ['stu', 'ptr', 'stuptr', 'stuarch', 'history', 'operation']

/** Loads rows in haste, as the owner of a database: the indexes of the large tables are built at the end, sorted. */
export async function loadHastily(owner: pg.Client, work: () => Promise<unknown>, say: (words: string) => void) {
  for (const [name, value] of Object.entries(settings)) await owner.query(`alter system set ${name} = '${value}'`)
  await owner.query('select pg_reload_conf()')
  // Keeps those that hold a rule.
  const { rows: dropped } = await owner.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
     where i.indrelid = any($1::regclass[]) and not i.indisprimary and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [large],
  )
  for (const { name } of dropped) await owner.query(`drop index ${name}`)
  say('prepared')
  await work()
  // Names each partition too: what is told of the index of a table in parts makes it on the whole alone.
  for (const { made } of dropped) await owner.query(made.replace(' ON ONLY ', ' ON '))
  say('indexes built')
  await owner.query('vacuum analyze')
  for (const name of Object.keys(settings)) await owner.query(`alter system reset ${name}`)
  await owner.query('select pg_reload_conf()')
  await owner.query('checkpoint')
}
