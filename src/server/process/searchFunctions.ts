import type pg from 'pg'

// Lists what the search indexes, and the one of the keys of history, are used by. Under row-level security PostgreSQL looks an
// index up only with functions that are marked as leakproof, which tell nothing of a value that they are given.
const functions = ['arraycontains(anyarray, anyarray)', '"right"(text, integer)', 'jsonb_eq(jsonb, jsonb)']

async function unmarkedOn(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    'select name from unnest($1::text[]) name join pg_proc p on p.oid = name::regprocedure where not p.proleakproof',
    [functions],
  )
  return rows.map(({ name }) => name)
}

/** Marks the functions behind the search indexes as leakproof where they are not, as far as the owner may: only a superuser does. */
export async function markSearchFunctions(owner: pg.Client) {
  for (const name of await unmarkedOn(owner)) await owner.query(`alter function ${name} leakproof`).catch(() => {})
}

/** Returns a sentence about searches that go without their indexes, and how a superuser mends it; undefined where all use them. */
export async function searchNotice(owner: pg.Client): Promise<string | undefined> {
  const unmarked = await unmarkedOn(owner)
  if (unmarked.length === 0) return undefined
  const statements = unmarked.map((name) => `ALTER FUNCTION ${name} LEAKPROOF;`).join(' ')
  return `注意：学生、员工、家长按姓名、拼音和号码搜索用不上索引，几万人以上的学校会慢（五十万人的学校从百分之一秒变成一秒），几千人的感觉不到；原因是库的所有者不是超级用户，不能把索引用到的函数标为 LEAKPROOF，请超级用户在这个库里执行一次：${statements}`
}
