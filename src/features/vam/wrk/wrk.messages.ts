import { sql } from 'kysely'
import { permissions } from '#contract/access.ts'
import { inEnterprise, tellOfEvent } from '#domain/messages/events.ts'
import { reviewersOf } from '#domain/messages/places.ts'
import type { Context } from '#server/call/context.ts'

type Works = { entNo: string; wrkNos: readonly string[] }
type Work = { wrkNo: string; title: string; actNo: string; makerNo: string | null; byEmpNo: string | null }

// Reads works with who made the activity, and who handed the work in, where those are employees here.
async function readWorks({ db }: Context, { entNo, wrkNos }: Works): Promise<Work[]> {
  const { rows } = await sql<Work>`select w.wrk_no, w.title, w.act_no, a.emp_no as maker_no,
      (select i.idnt_val from identity i join emp e on e.ent_no = i.ent_no and e.emp_no = i.idnt_val
        where i.ent_no = w.ent_no and i.user_no = w.by_user_no limit 1) as by_emp_no
    from wrk w join act a using (ent_no, act_no) where w.ent_no = ${entNo} and w.wrk_no = any(${[...wrkNos]}) order by w.wrk_no`.execute(
    db,
  )
  return rows
}

/** Tells of a work that waits for its review those who review all of the enterprise, and whoever made the activity and reviews. */
export async function tellWorkReviewers(context: Context, entNo: string, wrkNo: string) {
  const { db } = context
  const access = permissions('wrk').review
  await inEnterprise(db, entNo, async () => {
    const [work] = await readWorks(context, { entNo, wrkNos: [wrkNo] })
    if (!work) return
    const [whole, all] = [await reviewersOf(db, entNo, access, { isWhole: true }), await reviewersOf(db, entNo, access)]
    const empNos = all.filter((empNo) => whole.includes(empNo) || empNo === work.makerNo)
    await tellOfEvent(context, { entNo, evt: 'wrkwait', title: `作品“${work.title}”等你审核`, empNos, about: aboutOf(work) })
  })
}

/** Tells the members of staff who handed works in what was decided; pupils and guardians see it with the work. */
export async function tellAuthors(context: Context, works: Works, result: string, answer = '') {
  await inEnterprise(context.db, works.entNo, async () => {
    for (const work of await readWorks(context, works))
      if (work.byEmpNo)
        await tellOfEvent(context, {
          entNo: works.entNo,
          evt: 'wrkdone',
          title: `作品“${work.title}”${result}`,
          body: answer && `原因：${answer}`,
          empNos: [work.byEmpNo],
          about: aboutOf(work),
        })
  })
}

const aboutOf = ({ actNo }: Work) => ({ type: 'actwrk', no: actNo })
