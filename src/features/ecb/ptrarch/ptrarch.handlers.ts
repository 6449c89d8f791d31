import { sql, type SqlBool } from 'kysely'
import { invalidField } from '#server/base/fault.ts'
import { Status } from '#contract/fields.ts'
import { setArchive } from '#domain/people/archive.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import type { Db } from '#server/database/database.ts'
import { guardianChildren, ofChildren } from '#domain/guardians/guardians.ts'
import { lockGuardian } from '#domain/guardians/guardianWrite.ts'
import { requireRow, pageOf } from '#server/database/rows.ts'
import { matches } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { requireUnit, withinUnit } from '#domain/units/units.ts'
import { ptrarch } from './ptrarch.contract.ts'
import './ptrarch.table.ts'

const guardians = (db: Db, entNo: string) =>
  db
    .selectFrom('ptr as p')
    .leftJoin('ptrarch as a', (on) => on.onRef('a.entNo', '=', 'p.entNo').onRef('a.ptrNo', '=', 'p.ptrNo'))
    .select(['p.ptrNo', 'p.ptrName', guardianChildren.as('stus')])
    .select(['a.indt', 'a.workUnit', 'a.pstn', 'a.ttl', 'a.edc', 'a.ver'])
    .where('p.entNo', '=', entNo)
    .where('p.stt', '<>', Status.deleted)

const asksSalary = async (db: Db, entNo: string) => (await readParameter(db, entNo, 'SALARY_ON')) === '1'

async function readArchive(db: Db, entNo: string, ptrNo: string) {
  const row = requireRow(await guardians(db, entNo).select('a.salary').where('p.ptrNo', '=', ptrNo).executeTakeFirst())
  return (await asksSalary(db, entNo)) ? row : { ...row, salary: null }
}

export const ptrarchHandlers = serve(ptrarch, {
  async getpage({ entNo, unitNo, indt, edc, lack, keyWord, pageIndex, pageSize }, { db }) {
    await requireUnit(db, { entNo, unitNo })
    const list = guardians(db, entNo)
      .$if(!!unitNo, (only) => only.where(ofChildren(entNo, sql`s.unit_no in ${withinUnit(entNo, unitNo as string)}`)))
      .$if(!!indt, (only) => only.where('a.indt', '=', indt as string))
      .$if(!!edc, (only) => only.where('a.edc', '=', edc as string))
      .$if(!!lack, (only) => only.where(sql<SqlBool>`${sql.ref(`a.${lack}`)} is null`))
      .$if(!!keyWord, (only) => {
        const word = keyWord as string
        return only.where(sql<SqlBool>`(${matches('p', word)} or ${ofChildren(entNo, matches('s', word))})`)
      })
    return pageOf(list, ['p.ptrNo'], { pageIndex, pageSize })
  },

  get: ({ entNo, ptrNo }, { db }) => readArchive(db, entNo, ptrNo),

  async set({ entNo, ptrNo, ...given }, { db }) {
    await lockGuardian(db, entNo, ptrNo)
    if (given.salary && !(await asksSalary(db, entNo)))
      throw invalidField('salary', '本校没有开启“登记家长的收入区间”，收入区间不用填写；如需登记，请管理员在参数设置里开启')
    await setArchive(db, { table: 'ptrarch', key: { entNo, ptrNo } }, await readArchive(db, entNo, ptrNo), given)
    return readArchive(db, entNo, ptrNo)
  },
})
