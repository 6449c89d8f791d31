import { sql } from 'kysely'
import { permissions } from '#contract/access.ts'
import { ShareState } from '#domain/resources/resources.contract.ts'
import { inEnterprise, tellOfEvent } from '#domain/messages/events.ts'
import { reviewersOf } from '#domain/messages/places.ts'
import type { Context } from '#server/call/context.ts'

type Which = { entNo: string; resNo: string }
type Offered = { resName: string; toEntNo: string; shrStt: string; entName: string }

/** Tells those who review what is offered to another enterprise that a resource waits there; nobody where it does not wait. */
export async function tellShareReviewers(context: Context, { entNo, resNo }: Which) {
  const { db } = context
  const { rows } =
    await sql<Offered>`select r.res_name, r.to_ent_no, r.shr_stt, n.ent_name from res r join ent_name n using (ent_no)
    where r.ent_no = ${entNo} and r.res_no = ${resNo} and r.shr_stt = ${ShareState.waiting}`.execute(db)
  const [offered] = rows
  if (!offered) return
  const { resName, toEntNo, entName } = offered
  await tellOfEvent(context, {
    entNo: toEntNo,
    evt: 'reswait',
    title: `${entName}的资源“${resName}”等你审核`,
    empNos: await inEnterprise(db, toEntNo, () => reviewersOf(db, toEntNo, permissions('res').review)),
    about: { type: 'resoffer', no: resNo },
  })
}

/** Tells those who put resources in what was decided about sharing them. */
export async function tellSharers(context: Context, entNos: readonly string[], resNos: readonly string[], answer?: string) {
  const { db } = context
  for (const entNo of entNos)
    await inEnterprise(db, entNo, async () => {
      const { rows } = await sql<{ resNo: string; resName: string; empNo: string }>`select res_no, res_name, emp_no from res
        where ent_no = ${entNo} and res_no = any(${[...resNos]}) and emp_no is not null order by res_no`.execute(db)
      for (const { resNo, resName, empNo } of rows)
        await tellOfEvent(context, {
          entNo,
          evt: 'resdone',
          title: `资源“${resName}”${answer === undefined ? '已共享' : '没有共享'}`,
          body: answer ? `原因：${answer}` : '',
          empNos: [empNo],
          about: { type: 'res', no: resNo },
        })
    })
}
