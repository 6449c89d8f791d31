import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lazyTransaction } from '#server/database/database.ts'

// Compiles without a database.
const { db } = lazyTransaction(undefined as never, {})

test('columns are answered under their wire names, and inside a statement they keep those of the database', () => {
  const inner = db.selectFrom('emp').select('empNo').as('k')
  expect(db.selectFrom('emp').select(['empNo', 'sex']).compile().sql).toBe('select "emp_no" as "empNo", "sex" from "emp"')
  expect(db.selectFrom(inner).select('k.empNo').compile().sql).toBe(
    'select "k"."emp_no" as "empNo" from (select "emp_no" from "emp") as "k"',
  )
  expect(
    db
      .with('k', (cte) => cte.selectFrom('emp').select('empNo'))
      .selectFrom('k')
      .select('empNo')
      .compile().sql,
  ).toBe('with "k" as (select "emp_no" from "emp") select "emp_no" as "empNo" from "k"')
  expect(
    db
      .insertInto('empgrp')
      .values({} as never)
      .returning('grpNo')
      .compile().sql,
  ).toContain('returning "grp_no" as "grpNo"')
  expect(sql`select ${sql.ref('e.searchText')} from ${db.selectFrom('emp').select('empNo')}`.compile(db).sql).toBe(
    'select "e"."search_text" from (select "emp_no" from "emp")',
  )
})
