import type pg from 'pg'
import { rootNo } from './world.ts'

/** Makes five thousand enterprises below the platform: 250 bureaus under each other, the schools under them. */
export const seedManyEnterprises = (owner: pg.Pool | pg.Client) =>
  owner.query(
    `insert into ent (ent_no, ent_name, prt_no, idnt_no, help_code, search_text, show_ord)
     select no, name, above, idnt, initials, name || ' ' || initials || ' ' || no, n * 10 from (
       select n, 'X' || n as no, case when n <= 250 then '020' else '030' end as idnt,
         case when n <= 250 then '第 ' || n || ' 教育局' else '第 ' || n || ' 小学' end as name,
         case when n <= 250 then 'd' || n || 'jyj' else 'd' || n || 'xx' end as initials,
         case when n = 1 then $1 when n <= 250 then 'X' || (n + 5) / 7 else 'X' || n % 250 + 1 end as above
       from generate_series(1, 5000) n
     ) many order by n`,
    [rootNo],
  )
