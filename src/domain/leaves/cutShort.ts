import { sql } from 'kysely'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { requireRow, updateRow } from '#server/database/rows.ts'
import { LeaveState } from './leaves.contract.ts'
import { leaveState } from './leaves.ts'

type Which = { entNo: string; lveNo: string; ver?: number | undefined }

/** Describes a leave while something is done about it. */
export type LockedLeave = { stuNo: string | null; stt: string; name: string; isLeft: boolean; isBack: boolean }

/** Locks a leave within reach. Throws notFound where there is none. */
export async function lockLeave({ db }: Pick<Context, 'db'>, { entNo, lveNo }: Which): Promise<LockedLeave> {
  const { rows } = await sql<LockedLeave>`select l.stu_no, ${leaveState} as stt, coalesce(s.stu_name, e.emp_name, '') as name,
      l.left_tm is not null as is_left, l.back_tm is not null as is_back
    from lve l left join stu s on s.ent_no = l.ent_no and s.stu_no = l.stu_no left join emp e on e.ent_no = l.ent_no and e.emp_no = l.emp_no
    where l.ent_no = ${entNo} and l.lve_no = ${lveNo} and l.stt = '1' for update of l`.execute(db)
  return requireRow(rows[0])
}

/** Ends a leave from now on; one that has not begun is called off. Throws invalid for one that is over. */
export async function cutShort(context: Pick<Context, 'db' | 'me'>, { entNo, lveNo, ver }: Which) {
  const { stt } = await lockLeave(context, { entNo, lveNo })
  if (stt === LeaveState.over) throw new Fault('invalid', '这次请假已经结束，不用销假')
  await updateRow(context.db, 'lve', { entNo, lveNo }, { ver, cutTm: sql`now()`, cutNo: context.me.idntVal }, [])
}
