import { sql } from 'kysely'

/** The name of the class of the student `s`; 待分班 says of which grade. */
export const unitNameOf = sql<string>`(select case u.wait_flag when '1' then coalesce(g.unit_name, '') else '' end || u.unit_name
  from edcunit u left join edcunit g on g.ent_no = u.ent_no and g.unit_no = u.prt_no
  where u.ent_no = s.ent_no and u.unit_no = s.unit_no)`
