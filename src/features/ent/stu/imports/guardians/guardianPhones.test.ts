import { afterAll, beforeAll, expect, test } from 'vitest'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import { sharedServer, type TestServer } from '../../../../../../test/support/harness.ts'
import { giveGuardian } from '../../../../../../test/support/pupilSchool.ts'
import { complaintsOf, previewList } from '../../../../../../test/support/studentLists.ts'
import { makeTwoChildren, writtenAndBack } from '../../../../../../test/support/twoChildren.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const twoChildren = () => makeTwoChildren(server)

test('guardians’ phones make, link, correct and certify them; another’s phone names who has it', async () => {
  const { school, one, other, client } = await twoChildren()
  const father = await giveGuardian(school, one, { ptrName: '王建国', authTel: '14400000001' })
  await giveGuardian(school, other, { ptrName: '李四', authTel: '14400000002' })
  const list = [
    ['学号', '家长姓名', '关系', '手机'],
    ['X1', '王建国', '父亲', '14400000009'],
    ['X1', '赵梅', '母亲', '14400000003'],
    ['X2', '赵梅', '姑姑', '14400000003'],
    ['X2', '李四', '爸爸', '14400000002'],
  ]
  const look = async () =>
    (await client.call(stuptr.getpage, {})).datas.map(({ stuName, ptrName, relt, authFlag }) => [
      stuName,
      ptrName,
      relt,
      authFlag,
    ])
  expect(await writtenAndBack(school, 'ptrtel', list, look)).toEqual({
    addCnt: 2,
    updCnt: 2,
    seen: [
      ['王小明', '王建国', '51', '1'],
      ['王小明', '赵梅', '52', '1'],
      ['李一', '李四', '51', '1'],
      ['李一', '赵梅', '90', '1'],
    ],
  })
  await client.call(ptr.auth, { ptrNo: father })
  const { rows } = await previewList(school, 'ptrtel', [list[0] ?? [], list[1] ?? []])
  expect(rows[0]?.wrns[0]?.msg).toBe('原来的手机已认证，将换成新的')
  expect(
    await complaintsOf(school, 'ptrtel', [
      list[0] ?? [],
      ['X1', '赵强', '父亲', '14400000005'],
      ['X1', '王建国', '母亲', '14400000002'],
      ['X2', '赵梅', '母亲', '14400000003'],
      ['X1', '赵梅', '祖母', '14400000004'],
      ['X1', '王五', '其他亲属', '14400000003'],
      ['X2', '赵梅', '祖母', '14400000003'],
    ]),
  ).toEqual([
    '父亲已登记为王建国，换人请先解除原来的关系',
    '手机已被李四（三年级（1）班李一的父亲）使用',
    undefined,
    undefined,
    '手机与第 4 行的家长赵梅相同，姓名不同',
    '与第 4 行是同一位家长，关系只能填一种',
  ])
})
