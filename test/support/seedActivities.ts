import { sql } from 'kysely'
import { initialColumns } from '#contract/form/initial.ts'
import { asOwner, type TestServer } from './harness.ts'

/** Describes the seeded activity: open, with a child who takes part in it, and a work on its wall. */
export type Activities = { actNo: string; regNo: string; wrkNo: string }

type Who = { stuNo: string; userNo: string; empNo: string }

/** Seeds an activity that is open for students and employees until tomorrow. */
export async function seedActivities(server: TestServer, entNo: string, sign: string, who: Who): Promise<Activities> {
  const tail = entNo.slice(-6)
  const tmplNo = `2${tail}`
  const [actNo, regNo, wrkNo] = [`A${tail}`, `H${tail}`, `W${tail}`]
  const at = (hours: number) => sql<string>`now() + make_interval(hours => ${hours})`
  const { stuNo, userNo, empNo } = who
  await asOwner(server, entNo, async (db) => {
    const columns = JSON.stringify(initialColumns('02'))
    await db
      .insertInto('tmpl')
      .values({ entNo, tmplNo, typeNo: '02', tmplName: `报名表${sign}`, stt: '2', verNo: 1, draft: columns })
      .execute()
    await db.insertInto('tmplver').values({ entNo, tmplNo, verNo: 1, billClmns: columns }).execute()
    const times = { regSDt: at(-1), regEDt: at(24), sDt: at(48), eDt: at(50), wrkSDt: at(-1), wrkEDt: at(40) }
    await db
      .insertInto('act')
      .values({
        entNo,
        actNo,
        title: `活动${sign}`,
        cls: '1',
        who: '3',
        wrkFlag: '1',
        wrkMax: 5,
        stt: '4',
        quota: 50,
        empNo,
        tmplNo,
        verNo: 1,
        ...times,
      })
      .execute()
    await db
      .insertInto('reg')
      .values({ entNo, regNo, actNo, stuNo, byUserNo: userNo, verNo: 1, vals: JSON.stringify({ c1: `1660${tail}1` }) })
      .execute()
    const work = { title: `作品${sign}`, kind: '1', files: '[]', agreeTm: at(0), byUserNo: userNo, stt: '2' }
    await db
      .insertInto('wrk')
      .values({ entNo, wrkNo, actNo, regNo, ...work })
      .execute()
    await db.insertInto('wrklike').values({ entNo, wrkNo, userNo, day: sql<string>`current_date - 1` }).execute()
    await db
      .insertInto('wrkrpt')
      .values({ entNo, wrkNo, userNo, rsn: `事由${sign}` })
      .execute()
  })
  return { actNo, regNo, wrkNo }
}
