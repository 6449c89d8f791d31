import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { account } from '#features/ecb/user/account.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { home } from '#features/user/home/home.contract.ts'
import type { Space } from '#server/store/space.ts'
import { type Client, clientOf, makeSchool, type School, startServer, type TestServer } from '../support/harness.ts'
import { makeOperator } from '../support/seedSchool.ts'

let server: TestServer
let school: School
beforeAll(async () => {
  server = await startServer()
  school = await makeSchool(server)
  whole = { ...server.services.files }
})
afterAll(() => server.close())

let whole: TestServer['services']['files']
afterEach(() => void Object.assign(server.services.files, whole))

const gigabyte = 2 ** 30
const leave = (state: Space['state'], free: number) =>
  void (server.services.files.space = () => ({ state, free, total: 40 * gigabyte }))

const group = (client: Client, grpName: string) => client.answer(empgrp.create, { grpName, grpType: '1' })
const file = () => new File(['课表'], '课表.txt')
const told = { code: 10020, message: '服务器磁盘空间不足，暂时不能保存，请联系管理员' }

test('when only the reserve of the disk is left people sign in and read, what they save is refused with a sentence, and works again at once', async () => {
  const { client, userNo } = school.admin
  const operator = await makeOperator(server)
  leave('full', 60 * 2 ** 20)
  expect(await group(client, '食堂')).toMatchObject(told)
  expect(await client.answer(upload.upload, { file: file() })).toMatchObject(told)
  expect(await client.call(empgrp.getlist)).toEqual([])
  const { name, pwd } = await operator.client.call(account.resetpwd, { userNo })
  const initial = clientOf(server, (await clientOf(server).call(signin.login, { name, pwd })).token)
  const { token } = await initial.call(user.updatepwd, { oldPwd: pwd, newPwd: 'Xiaoyuan2026' })
  const again = clientOf(server, token)
  expect(await again.call(empgrp.getlist)).toEqual([])
  const ready = await fetch(`${server.url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([200, { database: 'ok', disk: 'full' }])
  leave('ok', gigabyte)
  expect((await group(again, '食堂')).code).toBe(0)
})

test('a disk that fills up in the middle of an upload or of a change is told by the same sentence', async () => {
  const { client } = (await makeSchool(server)).admin
  server.services.files.keep = () =>
    Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' }))
  expect(await client.answer(upload.upload, { file: file() })).toMatchObject(told)
  await server.owner.query(`create function fill() returns trigger language plpgsql as $$ begin
      raise exception using errcode = '53100'; end $$;
    create trigger fill before insert on empgrp for each row execute function fill()`)
  expect(await group(client, '门卫')).toMatchObject(told)
  await server.owner.query('drop trigger fill on empgrp')
  expect((await group(client, '门卫')).code).toBe(0)
})

test('the operator reads that the disk is nearly full, before it is; a school reads nothing of it', async () => {
  const { client } = await makeOperator(server)
  const task = async (who: Client) => (await who.call(home.get)).tasks.find(({ code }) => code === 'disk')?.text
  leave('ok', 20 * gigabyte)
  expect(await task(client)).toBeUndefined()
  leave('low', 1.5 * gigabyte)
  expect(await task(client)).toBe('服务器的磁盘快满了（还剩 1.5 GB，共 40.0 GB），满了以后不能保存。请腾出空间')
  expect(await task((await makeSchool(server)).admin.client)).toBeUndefined()
  leave('full', 60 * 2 ** 20)
  expect(await task(client)).toMatch(/^服务器的磁盘满了（还剩 60 MB，共 40.0 GB）/)
})
