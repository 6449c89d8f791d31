import { afterAll, beforeAll, expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { removeStrayAnswerFiles } from '#domain/collections/answerFiles.ts'
import { mAns } from '#features/m/ans/ans.contract.ts'
import { ans } from '#features/user/ans/ans.contract.ts'
import { openZip } from '#server/files/zip.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientOf, startServer, type TestServer } from '../../../../../test/support/harness.ts'
import { publish, unit } from '../../../../../test/support/handOut.ts'
import { noticeLinks, tokenIn } from '../../../../../test/support/noticeLinks.ts'
import { picture } from '../../../../../test/support/photoZip.ts'
import { enrol, giveGuardian, makePupilSchool, undoLast } from '../../../../../test/support/pupilSchool.ts'
import { unstamped } from '../../../../../test/support/unstamped.ts'
import { docx, fetchFile, own } from '../../../../../test/support/uploads.ts'
import { duplicate } from '../../duplicate/duplicate.contract.ts'
import { erasure } from '../../erasure/erasure.contract.ts'
import { stu } from '../../stu/stu.contract.ts'
import { hnd } from '../hnd.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const questions = [
  newColumn('c1', '接种证明', { kitNo: 'pictures', len: 2, mustFlag: '1' }),
  newColumn('c2', '材料', { kitNo: 'files', len: 2 }),
  newColumn('c3', '说明', { ctrlNo: 'text' }),
]

const photo = async (name = '证明.jpg') => new File([own(await picture('red', 300, 200))], name)
const stranger = () => clientOf(server)

/** Hands a form with files out to the families of a class: 王小明 and 李小红, with a guardian each; 周没人 has none. */
async function handOut() {
  const school = await makePupilSchool(server)
  const { entNo, classNo, head } = school
  const [ming, hong] = [await enrol(school), await enrol(school, { stuName: '李小红' })]
  await enrol(school, { stuName: '周没人' })
  await giveGuardian(school, ming, { ptrName: '王建国' })
  await giveGuardian(school, hong, { ptrName: '李卫东' })
  const tmplNo = await publish(school, questions)
  const { hndNo } = await head.client.call(hnd.handout, { title: '接种', tmplNo, scope: [unit(classNo)] })
  const links = await noticeLinks(server, '请填写：接种', entNo)
  const tokenOf = (name: string) => tokenIn(links.find(({ ptrName }) => ptrName === name)?.link ?? '')
  const { datas } = await head.client.call(hnd.getasked, { hndNo })
  const toNoOf = (name: string) => datas.find((row) => row.name === name)?.toNo ?? ''
  return { school, client: head.client, hndNo, tokenOf, toNoOf, ming, hong }
}

test('a guardian sends pictures by the link; the sender opens them, and so does the guardian again', async () => {
  const { client, hndNo, tokenOf, toNoOf } = await handOut()
  const token = tokenOf('王建国')
  const sent = await stranger().call(mAns.upload, { token, clmnNo: 'c1', file: await photo() })
  await stranger().call(mAns.save, { token, vals: { c1: [sent] } })
  const [kept] = (await stranger().call(mAns.open, { token })).files
  expect(kept?.fileNo).toBe(sent.fileNo)
  expect((await fetchFile(server, kept?.url ?? '')).status).toBe(200)
  await stranger().call(mAns.send, { token, vals: { c1: [sent], c3: '已接种' } })
  const answer = await client.call(hnd.getanswer, { hndNo, toNo: toNoOf('王小明') })
  expect(answer).toMatchObject({ vals: { c1: [{ fileNo: sent.fileNo, name: '证明.jpg' }] }, files: [{ fileNo: sent.fileNo }] })
})

test('an answer takes only what was sent for that very question by that person, and keeps what was written where it refuses', async () => {
  const { tokenOf } = await handOut()
  const [ming, hong] = [tokenOf('王建国'), tokenOf('李卫东')]
  const sent = await stranger().call(mAns.upload, { token: ming, clmnNo: 'c1', file: await photo() })
  const refusal = { message: '接种证明里有的文件已失效，请重新上传', result: { errors: [{ field: 'c1' }] } }
  expect(await stranger().answer(mAns.send, { token: hong, vals: { c1: [sent] } })).toMatchObject(refusal)
  const other = await stranger().call(mAns.upload, { token: hong, clmnNo: 'c2', file: await photo() })
  expect(await stranger().answer(mAns.send, { token: hong, vals: { c1: [other] } })).toMatchObject(refusal)
  // Gives no address of a file of others to whoever writes its number into a draft.
  await stranger().call(mAns.save, { token: hong, vals: { c1: [sent] } })
  expect((await stranger().call(mAns.open, { token: hong })).files.map(({ fileNo }) => fileNo)).toEqual([other.fileNo])
  expect((await stranger().call(mAns.open, { token: hong })).vals).toEqual({ c1: [sent] })
})

test('a file that is none, or of a type that the question does not take, is refused in a sentence', async () => {
  const { client, hndNo, tokenOf } = await handOut()
  const token = tokenOf('王建国')
  const send = (file: File, clmnNo = 'c1') => stranger().answer(mAns.upload, { token, clmnNo, file })
  expect(await send(new File([own(docx())], '说明.docx'))).toMatchObject({
    message: '“接种证明”只能上传 png、jpg、jpeg、gif',
  })
  expect((await send(new File(['no picture'], '证明.jpg'))).code).not.toBe(0)
  expect((await send(new File([], '空.pdf'), 'c2')).message).toBe('文件是空的')
  expect(await send(await photo(), 'c3')).toMatchObject({ code: 10002 })
  expect(await send(await photo(), 'c9')).toMatchObject({ code: 10002 })
  expect(await stranger().answer(mAns.upload, { token: 'wrong', clmnNo: 'c1', file: await photo() })).toMatchObject({
    code: 10002,
  })
  await client.call(hnd.end, { hndNo })
  expect(await send(await photo())).toMatchObject({ message: '收集已经结束，不能再填写' })
})

test('staff send files with their own answer and for somebody else, which nobody else can', async () => {
  const { school, client, hndNo, toNoOf } = await handOut()
  const toNo = toNoOf('周没人')
  const sent = await client.call(hnd.upload, { hndNo, toNo, clmnNo: 'c1', file: await photo() })
  expect(await school.admin.client.answer(hnd.upload, { hndNo, toNo, clmnNo: 'c1', file: await photo() })).toMatchObject({
    code: 10002,
  })
  await client.call(hnd.proxy, { hndNo, toNo, vals: { c1: [sent] } })
  expect(await client.call(hnd.getproxy, { hndNo, toNo })).toMatchObject({
    vals: { c1: [sent] },
    files: [{ fileNo: sent.fileNo }],
  })
  const tmplNo = await publish(school, questions, '教师材料')
  const scope = [{ kind: 'emp' as const, no: school.head.empNo }]
  const own = await school.admin.client.call(hnd.handout, { title: '教师材料', tmplNo, scope })
  const mine = await client.call(ans.upload, { hndNo: own.hndNo, clmnNo: 'c1', file: await photo() })
  await client.call(ans.send, { hndNo: own.hndNo, vals: { c1: [mine] } })
  expect(await client.call(ans.open, { hndNo: own.hndNo })).toMatchObject({ files: [{ fileNo: mine.fileNo }] })
})

/** Reads the names in an archive. */
async function namesIn(content: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'))
  try {
    writeFileSync(join(folder, 'a.zip'), content)
    const zip = await openZip(join(folder, 'a.zip'), { entries: 100, totalBytes: 10 ** 8 })
    const names = zip.files.map(({ name }) => name).toSorted()
    const bytes = []
    for (const file of zip.files) for await (const part of zip.read(file)) bytes.push((part as Buffer).length)
    zip.close()
    return { names, size: bytes.reduce((sum, one) => sum + one, 0) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('all files come in one archive, each named by class, person and question', async () => {
  const { client, hndNo, tokenOf } = await handOut()
  expect(await client.answer(hnd.exportfiles, { hndNo })).toMatchObject({ message: '还没有人上传附件' })
  const token = tokenOf('王建国')
  const upload = async (clmnNo: string, file: File) => stranger().call(mAns.upload, { token, clmnNo, file })
  const pictures = [await upload('c1', await photo()), await upload('c1', await photo('二.jpg'))]
  const paper = await upload('c2', new File([own(docx())], '说明.docx'))
  // Leaves out what was taken out of the answer before it was sent.
  await upload('c2', await photo())
  await stranger().call(mAns.send, { token, vals: { c1: pictures, c2: [paper] } })
  const { result } = await client.answer(hnd.exportfiles, { hndNo })
  const { names, size } = await namesIn(result as Uint8Array)
  expect(names).toEqual(
    ['三年级（1）班-王小明-接种证明.jpg', '三年级（1）班-王小明-接种证明-2.jpg', '三年级（1）班-王小明-材料.docx'].toSorted(),
  )
  expect(size).toBeGreaterThan(1000)
})

test('files go with the answer to the record that stays when two pupils are merged, and come back', async () => {
  const { school, client, hndNo, tokenOf, toNoOf, ming, hong } = await handOut()
  for (const name of ['王建国', '李卫东']) {
    const token = tokenOf(name)
    const sent = await stranger().call(mAns.upload, { token, clmnNo: 'c1', file: await photo() })
    await stranger().call(mAns.send, { token, vals: { c1: [sent] } })
  }
  await school.admin.client.call(duplicate.merge, { keptNo: ming, goneNo: hong, fields: {} })
  await undoLast(school.admin)
  expect(await client.call(hnd.getanswer, { hndNo, toNo: toNoOf('李小红') })).toMatchObject({ files: [{}] })
})

test('files that no answer holds are removed after a month, and those of a pupil who is erased at once', async () => {
  const { school, tokenOf, ming } = await handOut()
  const token = tokenOf('王建国')
  const [used, stray] = [
    await stranger().call(mAns.upload, { token, clmnNo: 'c1', file: await photo() }),
    await stranger().call(mAns.upload, { token, clmnNo: 'c1', file: await photo() }),
  ]
  await stranger().call(mAns.send, { token, vals: { c1: [used] } })
  const left = async () =>
    (await server.owner.query('select file_no from file where ent_no = $1', [school.entNo])).rows.map(({ file_no }) => file_no)
  await removeStrayAnswerFiles(server.services)
  expect(await left()).toContain(stray.fileNo)
  await unstamped(server, "update file set crt_tm = now() - interval '31 days' where ent_no = $1", [school.entNo])
  await removeStrayAnswerFiles(server.services)
  expect(await left()).not.toContain(stray.fileNo)
  expect(await left()).toContain(used.fileNo)
  await school.admin.client.call(stu.transfer, { stuNos: [ming], lvDt: '20200101', lvRsn: '迁居' })
  await school.admin.client.call(erasure.create, { ersKind: '1', idntVal: ming, askBy: '1', ersName: '王小明' })
  expect(await left()).not.toContain(used.fileNo)
})
