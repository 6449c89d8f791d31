import { newColumn } from '#contract/form/initial.ts'
import type { Column } from '#contract/form/column.ts'
import { noticeAddress } from '#domain/messages/delivery/noticeLink.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { flow } from '#features/ent/flow/flow.contract.ts'
import { msg } from '#features/ent/msg/msg.contract.ts'
import { step } from './approvals.ts'
import { clientOf, type TestServer } from './harness.ts'
import { enrol, giveGuardian, makePupilSchool } from './pupilSchool.ts'

/** Returns a day so many days ahead, as `yyyyMMdd`. */
export const dayAhead = (days = 0) =>
  new Date(Date.now() + (8 + 24 * days) * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')

export const pupilLeave: Column[] = [
  newColumn('c1', '办理的老师', { kitNo: 'emp', len: 1, mustFlag: '1', listFlag: '1', fldCode: 'emp' }),
  newColumn('c2', '起止日期', { kitNo: 'days', mustFlag: '1', listFlag: '1', fldCode: 'days' }),
  newColumn('c3', '事由', { ctrlNo: 'textarea', len: 200, wdt: 2, mustFlag: '1', listFlag: '1', fldCode: 'rsn' }),
  newColumn('c4', '类型', { ctrlNo: 'select', infoType: 'LVE_KIND', mustFlag: '1' }),
  newColumn('c5', '请假的学生', { kitNo: 'stu', len: 1, mustFlag: '1' }),
  newColumn('c6', '联系电话', { ctrlNo: 'tel' }),
]

export const asked = { c2: { sDt: dayAhead(1), eDt: dayAhead(2) }, c3: '发烧', c4: '2', c6: '13912345678' }

/** Makes a school whose guardians hand in leave for a pupil: the head teacher decides. Both parents have a link of a notice. */
export async function makeGuardianFlow(
  server: TestServer,
  { startBy = 'both', steps = [step(1, '班主任', { who: 'head' })] as object[], billClmns = pupilLeave } = {},
) {
  const school = await makePupilSchool(server)
  const { entNo, classNo, head } = school
  const { client } = school.admin
  const stuNo = await enrol(school)
  const father = await giveGuardian(school, stuNo)
  const mother = await giveGuardian(school, stuNo, { ptrName: '李小梅', relt: '52', prior: 2 })
  const grandmother = await giveGuardian(school, stuNo, { ptrName: '赵奶奶', relt: '62', prior: 3 })
  await server.owner.query(`update stuptr set grd_flag = '1' where ent_no = $1 and ptr_no = any($2)`, [entNo, [father, mother]])
  const { tmplNo } = await client.call(bill.createtmpl, { typeNo: '04', tmplName: '学生请假单' })
  await client.call(bill.savetmplclmns, { tmplNo, billClmns })
  await client.call(bill.publishtmpl, { tmplNo })
  const { flowNo } = await client.call(flow.create, { flowName: '学生请假', tmplNo })
  await client.call(flow.update, { flowNo, startBy: startBy as 'both', steps: steps as never })
  await client.call(flow.publish, { flowNo })
  const { msgNo } = await head.client.call(msg.send, { title: '通知', body: '通知', scope: [{ kind: 'unit', no: classNo }] })
  const tokenOf = async (ptrNo: string, no: string = msgNo) => {
    const { rows } = await server.owner.query<{ rcv_no: string }>(
      'select rcv_no from msgto where ent_no = $1 and msg_no = $2 and ptr_no = $3',
      [entNo, no, ptrNo],
    )
    return noticeAddress('', server.services.secret, { entNo, rcvNo: rows[0]?.rcv_no ?? '' }).replace('/m/notice#t=', '')
  }
  const tokens = { father: await tokenOf(father), mother: await tokenOf(mother), grandmother: await tokenOf(grandmother) }
  return {
    ...school,
    client,
    stuNo,
    father,
    mother,
    grandmother,
    flowNo,
    tmplNo,
    msgNo,
    tokenOf,
    tokens,
    phone: clientOf(server),
  }
}
