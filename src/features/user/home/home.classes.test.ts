import { afterAll, beforeAll, expect, test } from 'vitest'
import { today } from '#contract/values/day.ts'
import { makePerson, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { enrol, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { home } from './home.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

test('a head teacher is told of the own class alone, its birthdays of the next seven days, and who is new in it', async () => {
  const school = await makePupilSchool(server)
  const { admin, head, classNo } = school
  const day = today().replaceAll('-', '')
  const year = Number(day.slice(0, 4))
  await enrol(school, { stuName: '欧阳今', brth: `${year - 8}${day.slice(4)}` })
  const halfAYearOff = String(((Number(day.slice(4, 6)) + 5) % 12) + 1).padStart(2, '0')
  await enrol(school, { stuName: '欧阳远', brth: `${year - 8}${halfAYearOff}15` })
  const { classes, birthdays, newcomers } = await head.client.call(home.get)
  expect(classes.map(({ unitNo }) => unitNo)).toEqual([classNo])
  expect(birthdays.map((one) => [one.stuName, one.day, one.age])).toEqual([['欧阳今', day, 8]])
  expect(newcomers.map(({ stuName }) => stuName).sort()).toEqual(['欧阳今', '欧阳远'])
  // Tells who sees the whole school of no class, and who leads none.
  const nothing = { classes: [], birthdays: [], newcomers: [] }
  expect(await admin.client.call(home.get)).toMatchObject(nothing)
  expect(await (await makePerson(school, { roles: ['P030STAFF'] })).client.call(home.get)).toMatchObject(nothing)
})

test('a whole class that was just entered is no news', async () => {
  const school = await makePupilSchool(server)
  for (const nth of [1, 2, 3, 4, 5, 6]) await enrol(school, { stuName: `学生${'一二三四五六'[nth - 1]}` })
  expect((await school.head.client.call(home.get)).newcomers).toEqual([])
})

test('the last sign-in of an enterprise is told to who sees it in the list of enterprises, and to nobody else', async () => {
  const school = await makePupilSchool(server)
  await server.owner.query(
    `insert into login_log (at, name, result, ent_no, user_no) values ('2026-05-01 08:00:00+08', 'x', 'ok', $1, $2)`,
    [school.entNo, school.admin.userNo],
  )
  const operator = await makeOperator(server)
  const lastOf = async (client: typeof operator.client) =>
    (await client.call(home.getlogins)).find(({ entNo }) => entNo === school.entNo)?.lastTm
  expect(await lastOf(operator.client)).toBe('20260501080000')
  expect(await school.head.client.call(home.getlogins)).toEqual([])
})
