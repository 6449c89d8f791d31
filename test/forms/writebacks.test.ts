import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FormValues } from '#contract/form/column.ts'
import { newColumn } from '#contract/form/initial.ts'
import { history } from '#contract/shell/history.contract.ts'
import { hnd } from '#features/ent/hnd/hnd.contract.ts'
import { prop } from '#features/ent/prop/prop.contract.ts'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { mAns } from '#features/m/ans/ans.contract.ts'
import { enrolFamilies, inLots } from '../support/families.ts'
import { clientOf, sharedServer, type TestServer } from '../support/harness.ts'
import { publish, unit } from '../support/handOut.ts'
import { noticeLinks, tokenIn } from '../support/noticeLinks.ts'
import { makePupilSchool } from '../support/pupilSchool.ts'

// Proposes a sample of changes, two for each child; the proof proposes 600.
const proposals = Number(process.env.PROPOSALS ?? 60)
const families = proposals / 2

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
}, 120_000)
afterAll(() => server.close())

const questions = [
  newColumn('c1', '民族', { ctrlNo: 'select', infoType: 'NTNL', arcFld: 'stuarch.ntnl' }),
  newColumn('c2', '爱好', { ctrlNo: 'text', arcFld: 'stuarch.hobby' }),
]
const backs = questions.map(({ clmnNo }) => ({ clmnNo, way: 'replace' as const }))
const before = { ntnl: '01', hobby: '书法' }
const answerOf = (at: number): FormValues => ({ c1: '03', c2: `足球${at % 7}` })

test(`${proposals} changes that families propose are written at once as one operation, undone for one child and then whole`, {
  timeout: 60_000 + families * 400,
}, async () => {
  const school = await makePupilSchool(server)
  const { entNo, classNo, otherNo, admin } = school
  const { client } = admin
  const pupils = await enrolFamilies(server, school, families)
  for (const { stuNo } of pupils) await client.call(stuarch.set, { stuNo, ...before })
  const tmplNo = await publish(school, questions, '档案核对')
  const scope = [unit(classNo), unit(otherNo)]
  const { hndNo } = await client.call(hnd.handout, { title: '档案核对', tmplNo, scope, backs })
  const links = await noticeLinks(server, '请填写：档案核对', entNo)
  const tokenOf = new Map(links.map(({ ptrName, link }) => [ptrName, tokenIn(link)]))
  await inLots(pupils, ({ stuName }, at) =>
    clientOf(server).call(mAns.send, { token: tokenOf.get(stuName.replace('学生', '父')) ?? '', vals: answerOf(at) }),
  )
  const counts = async () => {
    const { openCnt, writtenCnt, staleCnt } = await client.call(prop.getcounts, { hndNo })
    return { openCnt, writtenCnt, staleCnt }
  }
  const held = async () => {
    const { rows } = await server.owner.query('select stu_no, ntnl, hobby from stuarch where ent_no = $1', [entNo])
    return new Map(rows.map(({ stu_no: stuNo, ntnl, hobby }) => [stuNo, { ntnl, hobby }]))
  }
  const written = new Map(pupils.map(({ stuNo }, at) => [stuNo, { ntnl: '03', hobby: answerOf(at)['c2'] }]))
  const former = new Map(pupils.map(({ stuNo }) => [stuNo, before]))
  expect(await counts()).toEqual({ openCnt: proposals, writtenCnt: 0, staleCnt: 0 })

  const memory = process.memoryUsage.rss()
  const took = await timed(async () =>
    expect(await client.call(prop.accept, { hndNo })).toEqual({ doneCnt: proposals, failures: [] }),
  )
  const op = client.lastOp
  expect(await held()).toEqual(written)
  expect(await counts()).toEqual({ openCnt: 0, writtenCnt: proposals, staleCnt: 0 })
  const deeds = (await client.call(history.getpage, { mineFlag: '1' })).datas.filter(({ title }) => title === '回写 · 写入档案')
  expect(deeds).toMatchObject([{ op, backStt: '1' }])

  const { stuNo: one, stuName } = pupils.at(-1) ?? { stuNo: '', stuName: '' }
  const [its] = (await client.call(prop.getpage, { hndNo, stt: '2', keyWord: stuName })).datas
  const back = { propNos: [its?.propNo ?? ''], allFlag: '1' as const }
  expect(await client.call(prop.takeback, back)).toEqual({ doneCnt: 2, failures: [] })
  expect(await held()).toEqual(new Map([...written, [one, before]]))
  expect(await counts()).toEqual({ openCnt: 2, writtenCnt: proposals - 2, staleCnt: 0 })

  await client.call(history.undo, { op })
  expect(await held()).toEqual(former)
  expect(await counts()).toEqual({ openCnt: proposals, writtenCnt: 0, staleCnt: 0 })
  const grown = (process.memoryUsage.rss() - memory) / 2 ** 20
  expect(took).toBeLessThan(20)
  expect(grown).toBeLessThan(200)
})

/** Does something, and answers how many seconds it took. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
