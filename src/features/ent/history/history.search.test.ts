import { afterAll, beforeAll, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { search } from '#contract/shell/search.contract.ts'
import { type Person, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { enrol, giveGuardian, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { history } from '#contract/shell/history.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

/** Returns which of these words find people, in the list and at the top of the page. */
async function finding({ client }: Person, list: typeof stu.getpage | typeof emp.getpage | typeof ptr.getpage, words: string[]) {
  const found = []
  for (const word of words) {
    const { recordCount } = await client.call(list, { keyWord: word })
    const { groups } = await client.call(search.get, { word })
    if (recordCount > 0 && groups.some(({ hits }) => hits.length > 0)) found.push(word)
    else if (recordCount > 0) found.push(`${word} (list)`)
  }
  return found
}

test('a renamed student whose number changed since gets the old name back, and is found by it and by the new number', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const stuNo = await enrol(school, { stdyNo: 'S11' })
  await client.call(stu.update, { stuNo, stuName: '李雷雷' })
  const op = client.lastOp
  await client.call(stu.update, { stuNo, stdyNo: 'S77' })
  expect(await client.call(history.getundo, { op })).toEqual({ blocks: [], keeps: ['学生“李雷雷”的学号'], keepCnt: 1 })
  await client.call(history.undo, { op })
  expect(await client.call(stu.get, { stuNo })).toMatchObject({ stuName: '王小明', stdyNo: 'S77' })
  expect(
    await finding(school.admin, stu.getpage, ['王小明', 'wangxiaoming', 'wxm', 'S77', '李雷雷', 'lileilei', 'lll', 'S11']),
  ).toEqual(['王小明', 'wangxiaoming', 'wxm', 'S77'])
})

test('a renamed employee whose number changed since gets the old name back, and is found by it and by the new number', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const facts = { empName: '李思源', authTel: '13900001234', workNo: 'W11', orgNos: [school.orgNo] }
  const { empNo } = await client.call(emp.create, { ...facts, sex: 'M' })
  await client.call(emp.update, { empNo, empName: '张三丰' })
  const op = client.lastOp
  await client.call(emp.update, { empNo, workNo: 'W99' })
  await client.call(history.undo, { op })
  expect(
    await finding(school.admin, emp.getpage, ['李思源', 'lisiyuan', 'W99', '1234', '张三丰', 'zhangsanfeng', 'W11']),
  ).toEqual(['李思源', 'lisiyuan', 'W99', '1234'])
})

test('a renamed guardian whose phone changed since gets the old name back, and is found by the new phone', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const ptrNo = await giveGuardian(school, await enrol(school), { authTel: '14400005555' })
  await client.call(ptr.update, { ptrNo, ptrName: '赵立新' })
  const op = client.lastOp
  await client.call(ptr.update, { ptrNo, authTel: '14400006666' })
  await client.call(history.undo, { op })
  expect(await finding(school.admin, ptr.getpage, ['王建国', 'wangjianguo', '6666', '赵立新', 'zhaolixin', '5555'])).toEqual([
    '王建国',
    'wangjianguo',
    '6666',
  ])
})

test('of a list of renamed students all get their names back when one of them got another phone since', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const nos: string[] = []
  for (const name of ['王佳', '王义', '王炳']) nos.push(await enrol(school, { stuName: name }))
  const others = ['李佳', '李义', '李炳']
  await client.call(stu.updatemany, { datas: nos.map((stuNo, i) => ({ stuNo, stuName: others[i] })) })
  const op = client.lastOp
  await client.call(stu.updatephone, { stuNo: nos[0] ?? '', authTel: '13800138642' })
  await client.call(history.undo, { op })
  expect(await finding(school.admin, stu.getpage, ['wangjia', '8642', '王义', '王炳', 'lijia', '李义', '李炳'])).toEqual([
    'wangjia',
    '8642',
    '王义',
    '王炳',
  ])
})

test('a field that is given back alone is searched by what it is again', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const stuNo = await enrol(school, { stdyNo: 'S11' })
  await client.call(stu.update, { stuNo, stuName: '李雷雷', stdyNo: 'S22' })
  const op = client.lastOp
  await client.call(history.restore, { kind: 'stu', no: stuNo, tbl: 'stu', op, side: 'before', flds: ['stuName'] })
  expect(await finding(school.admin, stu.getpage, ['王小明', 'wangxiaoming', 'S22', '李雷雷', 'S11'])).toEqual([
    '王小明',
    'wangxiaoming',
    'S22',
  ])
})
