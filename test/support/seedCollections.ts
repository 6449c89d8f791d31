import { sql } from 'kysely'
import { newColumn } from '#contract/form/initial.ts'
import type { Db } from '#server/database/database.ts'

/** Describes the seeded collection: its form, itself, somebody who is asked and has not answered, and what an answer proposes. */
export type Collections = { formNo: string; hndNo: string; toNo: string; doneNo: string; propNo: string }

/** Seeds a collection of the caller that asks the caller, and somebody who has answered. */
export async function seedCollections(
  db: Db,
  entNo: string,
  sign: string,
  { empNo, callerNo, msgNo }: { empNo: string; callerNo: string; msgNo: string },
): Promise<Collections> {
  const tail = entNo.slice(-6)
  const [formNo, hndNo] = [`6${tail}`, `G${tail}`]
  const columns = JSON.stringify([
    newColumn('c1', '爱好', { ctrlNo: 'text', mustFlag: '1' }),
    newColumn('c2', '证明', { kitNo: 'files', len: 2 }),
  ])
  await db
    .insertInto('tmpl')
    .values({ entNo, tmplNo: formNo, typeNo: '06', tmplName: `登记${sign}`, stt: '2', verNo: 1, draft: columns })
    .execute()
  await db.insertInto('tmplver').values({ entNo, tmplNo: formNo, verNo: 1, billClmns: columns }).execute()
  const sent = { title: `收集${sign}`, tmplNo: formNo, verNo: 1, empNo: callerNo, msgNo, stt: '2', sentTm: sql<string>`now()` }
  await db
    .insertInto('hnd')
    .values({ entNo, hndNo, ...sent })
    .execute()
  const asked = await db
    .insertInto('hndto')
    .values([
      { entNo, hndNo, empNo: callerNo, stt: '1' },
      { entNo, hndNo, empNo, stt: '2' },
    ])
    .returning(['toNo', 'empNo'])
    .execute()
  const noOf = (no: string) => Number(asked.find((row) => row.empNo === no)?.toNo)
  const answer = { vals: JSON.stringify({ c1: `画画${sign}` }), byEmpNo: empNo, sentTm: sql<string>`now()` }
  await db
    .insertInto('ans')
    .values({ entNo, toNo: noOf(empNo), hndNo, empNo, ...answer })
    .execute()
  const proposed = { clmnNo: 'c1', fld: 'emparch.hobby', val: `画画${sign}`, valKey: `画画${sign}` }
  const { propNo } = await db
    .insertInto('prop')
    .values({ entNo, hndNo, toNo: noOf(empNo), empNo, ...proposed })
    .returning('propNo')
    .executeTakeFirstOrThrow()
  return { formNo, hndNo, toNo: String(noOf(callerNo)), doneNo: String(noOf(empNo)), propNo: String(propNo) }
}
