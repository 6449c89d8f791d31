import type { Column } from '#contract/form/column.ts'
import { newColumn } from '#contract/form/initial.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { hnd } from '#features/ent/hnd/hnd.contract.ts'
import type { TestServer } from './harness.ts'
import { noticeLinks, tokenIn } from './noticeLinks.ts'
import { enrol, giveGuardian, makePupilSchool, type PupilSchool } from './pupilSchool.ts'

const ways = ['步行', '接送', '公交'].map((name, i) => ({ val: String(i + 1), name }))
export const questions: Column[] = [
  newColumn('c1', '到校方式', { ctrlNo: 'radio', mustFlag: '1', opts: ways }),
  newColumn('c2', '监护人手机', { ctrlNo: 'tel' }),
  newColumn('c3', '身高', { ctrlNo: 'number', acc: 1 }),
  newColumn('c4', '身份证号', { ctrlNo: 'idNo' }),
]
export const filled = { c1: '2', c2: '13912345678', c3: 130.5 }
export const unit = (no: string) => ({ kind: 'unit' as const, no })

/** Publishes a form of these questions, and answers its number. */
export async function publish({ admin }: PupilSchool, billClmns: Column[] = questions, tmplName = '家庭情况登记') {
  const { client } = admin
  const { tmplNo } = await client.call(bill.createtmpl, { typeNo: '06', tmplName })
  await client.call(bill.savetmplclmns, { tmplNo, billClmns })
  await client.call(bill.publishtmpl, { tmplNo })
  return tmplNo
}

/** Hands a form out to the families of a class, after `before`: 王小明 has two guardians, 李小红 one, 周没人 none. */
export async function handOut(
  server: TestServer,
  more: object = {},
  {
    billClmns = questions,
    before = async () => {},
  }: { billClmns?: Column[]; before?: (school: PupilSchool, tmplNo: string) => Promise<unknown> } = {},
) {
  const school = await makePupilSchool(server)
  const { entNo, classNo, head } = school
  const [ming, hong] = [await enrol(school), await enrol(school, { stuName: '李小红' })]
  const zhou = await enrol(school, { stuName: '周没人' })
  await giveGuardian(school, ming, { ptrName: '王建国' })
  await giveGuardian(school, ming, { ptrName: '赵敏', relt: '52', prior: 2 })
  await giveGuardian(school, hong, { ptrName: '李卫东' })
  const tmplNo = await publish(school, billClmns)
  await before(school, tmplNo)
  const asked = { title: '家庭情况', tmplNo, scope: [unit(classNo)], ...more }
  const { hndNo, toCnt } = await head.client.call(hnd.handout, asked)
  const links = await noticeLinks(server, '请填写：家庭情况', entNo)
  const tokenOf = (name: string) => tokenIn(links.find(({ ptrName }) => ptrName === name)?.link ?? '')
  return { school, client: head.client, hndNo, toCnt, tokenOf, tmplNo, ming, hong, zhou }
}
