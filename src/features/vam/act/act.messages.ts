import { sql } from 'kysely'
import { permissions } from '#contract/access.ts'
import { inEnterprise, tellOfEvent } from '#domain/messages/events.ts'
import { reviewersOf } from '#domain/messages/places.ts'
import type { Context } from '#server/call/context.ts'

type Which = { entNo: string; actNo: string }

const readOne = async ({ db }: Context, { entNo, actNo }: Which) =>
  (
    await sql<{ title: string; empNo: string | null; answer: string | null }>`select title, emp_no, answer from act
      where ent_no = ${entNo} and act_no = ${actNo}`.execute(db)
  ).rows[0]

/** Tells those who publish activities that one waits for them. */
export async function tellPublishers(context: Context, { entNo, actNo }: Which) {
  const one = await readOne(context, { entNo, actNo })
  await tellOfEvent(context, {
    entNo,
    evt: 'actwait',
    title: `活动“${one?.title ?? ''}”等你发布`,
    empNos: await inEnterprise(context.db, entNo, () => reviewersOf(context.db, entNo, permissions('act').review)),
    about: { type: 'act', no: actNo },
  })
}

/** Tells whoever made an activity that it was published, or sent back with the reason. */
export async function tellMaker(context: Context, { entNo, actNo }: Which, result: '已发布' | '被退回') {
  const one = await readOne(context, { entNo, actNo })
  if (!one?.empNo) return
  await tellOfEvent(context, {
    entNo,
    evt: 'actdone',
    title: `活动“${one.title}”${result}`,
    body: one.answer ? `原因：${one.answer}` : '',
    empNos: [one.empNo],
    about: { type: 'act', no: actNo },
  })
}
