import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/database/database.ts'
import { isRealLeave } from './leaves.ts'

type Of = { entNo: string; seesStaff: boolean; andCalledOff?: boolean }

/**
 * Selects the leaves `l` of an enterprise, but for those that were called off, with their pupils `s` and employees `e` as far as the transaction
 * reaches. Employees are shown to those alone who look after them: when a colleague is ill is nobody else's matter.
 */
export const leavesWithin = (db: Db, { entNo, seesStaff, andCalledOff = false }: Of) =>
  db
    .selectFrom('lve as l')
    .leftJoin('stu as s', (on) => on.onRef('s.entNo', '=', 'l.entNo').onRef('s.stuNo', '=', 'l.stuNo'))
    .leftJoin('emp as e', (on) => on.onRef('e.entNo', '=', 'l.entNo').onRef('e.empNo', '=', 'l.empNo'))
    .where('l.entNo', '=', entNo)
    .where('l.stt', '=', '1')
    .$if(!andCalledOff, (list) => list.where(isRealLeave))
    .$if(!seesStaff, (list) => list.where('l.stuNo', 'is not', null))
    // Leaves out whom the caller does not reach, or who is gone.
    .where(sql<SqlBool>`coalesce(s.stt, e.stt, '0') <> '0'`)
