import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  asOwner,
  makePerson,
  makeSchool,
  type Person,
  type School,
  sharedServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import { closeAfterFiles, fetchFile, portrait } from '../../../../test/support/uploads.ts'
import { emp } from '../emp/emp.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { photo } from './photo.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => closeAfterFiles(server))

const send = async ({ client }: Person, file?: File) =>
  (await client.call(upload.upload, { file: file ?? (await portrait()) })).fileNo

const takeFaces = ({ entNo }: School) =>
  asOwner(server, entNo, (db) => db.insertInto('entcfg').values({ entNo, cfgCode: 'FACE_ON', curVal: '1' }).execute())

test('a photo of one’s own waits for the review, is looked at beside the old one, and is in use once it passed', async () => {
  const school = await makeSchool(server)
  const { admin } = school
  const person = await makePerson(school, { name: '高明', roles: ['P030STAFF'] })
  await person.client.call(emp.applyforempcardpht, { empNo: person.empNo, cardPht: await send(person), rem: '新拍的' })
  const [waiting] = (await admin.client.call(photo.getpage)).datas
  expect(waiting).toMatchObject({ empName: '高明', phtType: 'card', width: 480, height: 640, oldUrl: null, rem: '新拍的' })
  expect((await fetchFile(server, waiting?.url ?? '')).headers.get('content-type')).toBe('image/jpeg')
  expect((await admin.client.call(emp.getex, { empNo: person.empNo })).cardPht).toBeNull()
  await admin.client.call(photo.pass, { applyNos: [waiting?.applyNo ?? ''] })
  const { cardPht } = await admin.client.call(emp.getex, { empNo: person.empNo })
  expect((await fetchFile(server, cardPht ?? '')).status).toBe(200)
  expect((await admin.client.call(photo.getpage, { stt: '2' })).recordCount).toBe(1)
  expect((await admin.client.answer(photo.pass, { applyNos: [waiting?.applyNo ?? ''] })).code).toBe(10002)
})

test('a later photo takes the place of one that still waits; a refusal says why', async () => {
  const school = await makeSchool(server)
  const person = await makePerson(school, { name: '高明', roles: ['P030STAFF'] })
  for (const rem of ['第一张', '第二张'])
    await person.client.call(emp.applyforempcardpht, { empNo: person.empNo, cardPht: await send(person), rem })
  const { datas } = await school.admin.client.call(photo.getpage)
  expect(datas.map(({ rem }) => rem)).toEqual(['第二张'])
  const applyNos = datas.map(({ applyNo }) => applyNo)
  expect((await school.admin.client.answer(photo.reject, { applyNos, rsn: ' ' })).message).toBe('驳回原因不能为空')
  await school.admin.client.call(photo.reject, { applyNos, rsn: '光线太暗' })
  expect((await school.admin.client.call(photo.getpage, { stt: '3' })).datas).toMatchObject([{ rsn: '光线太暗' }])
})

test('who may set photos sets them at once; others hand in only their own', async () => {
  const school = await makeSchool(server)
  const { admin } = school
  const person = await makePerson(school, { name: '高明', roles: ['P030STAFF'] })
  await admin.client.call(emp.applyforempcardpht, { empNo: person.empNo, cardPht: await send(admin) })
  expect((await admin.client.call(emp.getex, { empNo: person.empNo })).cardPht).toMatch(/^\/files\//)
  const foreign = { empNo: admin.empNo, cardPht: await send(person) }
  expect((await person.client.answer(emp.applyforempcardpht, foreign)).code).toBe(30001)
})

test('a face is kept only where the school takes faces and the person consented', async () => {
  const school = await makeSchool(server)
  const { admin } = school
  const person = await makePerson(school, { name: '高明', roles: ['P030STAFF'] })
  const face = async (caller: Person, cnsntFlag: string) =>
    caller.client.answer(emp.applyforempfacepht, { empNo: person.empNo, facePht: await send(caller), cnsntFlag })
  expect((await face(admin, '1')).message).toBe('本单位没有启用人脸照')
  await takeFaces(school)
  expect((await face(admin, '0')).message).toBe('没有本人同意，不能保存人脸照')
  expect((await face(person, '0')).code).toBe(0)
  const [waiting] = (await admin.client.call(photo.getpage)).datas
  expect((await admin.client.answer(photo.pass, { applyNos: [waiting?.applyNo ?? ''] })).message).toBe(
    '高明的人脸照没有本人同意，不能通过',
  )
  expect((await face(admin, '1')).code).toBe(0)
  expect((await admin.client.call(emp.getex, { empNo: person.empNo })).facePht).toMatch(/^\/files\//)
})

test('what is no photo, too small, or somebody else’s file is refused and nothing is kept', async () => {
  const school = await makeSchool(server)
  const { admin } = school
  const tiny = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const refusal = async (cardPht: string) =>
    (await admin.client.answer(emp.applyforempcardpht, { empNo: admin.empNo, cardPht })).message
  expect(await refusal(await send(admin, new File([new Uint8Array(tiny)], '小.png')))).toBe('证件照至少 295×413 像素')
  expect(await refusal(await send(admin, new File(['你好'], '说明.txt')))).toBe('证件照须是 jpg 或 png 图片')
  expect(await refusal(await send(await makePerson(school)))).toBe('记录不存在或不在可访问的范围内')
  expect((await admin.client.call(photo.getpage, { stt: '2' })).recordCount).toBe(0)
})
