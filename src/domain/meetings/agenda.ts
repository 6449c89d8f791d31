import { sql } from 'kysely'

type Item = { title: string; empNo: string | null; speaker: string | null; mins: number | null; rem: string | null }

/** Selects the agenda of the meeting `m`, with the names of employees as they are now. */
export const agendaOf = sql<Item[]>`(select coalesce(jsonb_agg(a || jsonb_build_object('speaker',
    coalesce(e.emp_name, a ->> 'speaker')) order by n), '[]') from jsonb_array_elements(m.agenda) with ordinality x (a, n)
  left join emp e on e.ent_no = m.ent_no and e.emp_no = a ->> 'empNo')`
