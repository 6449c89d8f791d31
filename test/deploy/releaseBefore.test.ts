import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { search } from '#contract/shell/search.contract.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { ownEnt } from '#features/ent/ent/ent.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { home } from '#features/user/home/home.contract.ts'
import { connectOwner, listMigrations } from '#server/process/migrate.ts'
import type { Client } from '../support/harness.ts'
import { hasCommit, readReleases } from '../support/releases.ts'
import { layOut } from './layOut.ts'
import { signInAs } from '../start/load.ts'
import { clientOn, makeDatabase } from '../start/scenes.ts'
import { afterwards, cleanUp, healthy, makeFolder, open, type Run, run, until } from '../start/startup.ts'

afterEach(cleanUp)

type People = { school: Client; teacher: Client; bureau: Client; schoolNo: string }

async function signInAll(server: Run): Promise<People> {
  const [school, teacher, bureau] = await Promise.all([
    signInAs(server, 'school'),
    signInAs(server, 'teacher'),
    signInAs(server, 'bureau'),
  ])
  const below = await bureau.call(ownEnt.getlist, {})
  const schoolNo = below.find(({ entName }) => entName === '晨光市第一实验学校')?.entNo ?? ''
  return { school, teacher, bureau, schoolNo }
}

const peopleOn = (server: Run, { school, teacher, bureau, schoolNo }: People): People => ({
  school: clientOn(server, school.token),
  teacher: clientOn(server, teacher.token),
  bureau: clientOn(server, bureau.token),
  schoolNo,
})

/** Lets three people make ten calls each, which leave everything as it was; answers what they counted. */
async function tenCalls({ school, teacher, bureau, schoolNo }: People) {
  return {
    school: await callsOfSchool(school),
    teacher: await callsOfTeacher(teacher),
    bureau: await callsOfBureau(bureau, schoolNo),
  }
}

const countHits = async (client: Client, word: string) =>
  (await client.call(search.get, { word })).groups.map(({ kind, hits }) => `${kind} ${hits.length}`)

// Leaves out who is signed in, which the test itself changes.
const figuresOf = async (client: Client) =>
  (await client.call(home.get)).figures.flatMap(({ code, cnt }) => (code === 'session' ? [] : [`${code} ${cnt}`]))

async function callsOfSchool(client: Client) {
  const counted = [
    (await client.call(emp.getpage, {})).recordCount,
    (await client.call(stu.getpage, { keyWord: '王' })).recordCount,
    (await client.call(ptr.getpage, {})).recordCount,
    await countHits(client, '王'),
  ]
  const { grpNo } = await client.call(empgrp.create, { grpName: '升级时的组', grpType: '1', des: '原来' })
  await client.call(empgrp.update, { grpNo, des: '改过' })
  await client.call(history.undo, { op: client.lastOp })
  const groups = await client.call(empgrp.getlist)
  const { datas } = await client.call(history.getpage, { mineFlag: '1', mdlCode: undefined })
  await client.call(empgrp.delete, { grpNo })
  const told = datas.slice(0, 3).map(({ title, backStt }) => `${title} ${backStt}`)
  return [...counted, groups.length, groups.find((group) => group.grpNo === grpNo)?.des, told]
}

async function callsOfTeacher(client: Client) {
  const { recordCount, datas } = await client.call(stu.getpage, {})
  const stuNo = datas[0]?.stuNo ?? ''
  const remark = async () => (await client.call(stu.getpage, { keyWord: stuNo })).datas.map(({ rem }) => rem)
  const before = await remark()
  await client.call(stu.update, { stuNo, rem: '升级时写的' })
  const written = await remark()
  await client.call(history.undo, { op: client.lastOp })
  const after = await remark()
  return [
    recordCount,
    (await client.call(ptr.getpage, {})).recordCount,
    (await client.call(edcunit.getlist)).length,
    await figuresOf(client),
    await countHits(client, '王'),
    before,
    written,
    after,
  ]
}

async function callsOfBureau(client: Client, schoolNo: string) {
  const { orgNo } = await client.call(org.create, { orgName: '升级时的处' })
  await client.call(org.update, { orgNo, orgName: '改过名的处' })
  await client.call(history.undo, { op: client.lastOp })
  const departments = await client.call(org.getlist, {})
  await client.call(org.delete, { orgNo })
  return [
    departments.length,
    departments.find((one) => one.orgNo === orgNo)?.orgName,
    (await client.call(emp.getpage, {})).recordCount,
    (await client.call(ownEnt.getlist, {})).length,
    // Looks into a school below.
    (await client.call(stu.getpage, { entNo: schoolNo })).recordCount,
    await figuresOf(client),
    await countHits(client, '晨光'),
  ]
}

/** Makes a call in an office that never rests, a write after every read; answers what ends it and what was refused. */
function startOffice(client: Client) {
  const refused: unknown[] = []
  let rounds = 0
  let over = false
  const work = (async () => {
    while (!over) {
      try {
        await client.call(stu.getpage, {})
        const { grpNo } = await client.call(empgrp.create, { grpName: `组${rounds}`, grpType: '1' })
        await client.call(empgrp.delete, { grpNo })
      } catch (error) {
        refused.push(error)
      }
      rounds++
      await sleep(100)
    }
  })()
  return {
    rounds: () => rounds,
    async end() {
      over = true
      await work
      return refused
    },
  }
}

test('the release before goes on working on the database of this one, which three people notice in neither', {
  timeout: 900_000,
}, async ({ skip }) => {
  const before = readReleases().at(-1)
  skip(!before || !hasCommit(before.commit), `the sources of ${before?.version} are not in this checkout`)
  const { migration, commit } = before as NonNullable<typeof before>
  const root = layOut(commit)
  const env = { DATABASE_URL: await makeDatabase('createrole'), DEMO: '1' }
  const dataDir = makeFolder()
  const former = await open({ dataDir, root, env })
  const owner = await connectOwner(env.DATABASE_URL)
  afterwards(() => owner.end())
  const migrations = async () =>
    (await owner.query('select name from kysely_migration order by name')).rows.map(({ name }) => name)
  expect((await migrations()).at(-1)).toBe(migration)
  const people = await signInAll(former)
  const counted = await tenCalls(people)

  // Starts this version while an office works in the former one.
  const office = startOffice(await signInAs(former, 'school'))
  await until('the office works', () => office.rounds() > 5)
  const present = await open({ dataDir, env })
  const rounds = office.rounds()
  await until('the office goes on', () => office.rounds() > rounds + 5)
  expect(await office.end()).toEqual([])
  expect(await migrations()).toEqual(listMigrations())

  // Takes whoever signed in before the upgrade to either process, and lets people sign in anew.
  expect(await tenCalls(people)).toEqual(counted)
  expect(await tenCalls(peopleOn(present, people))).toEqual(counted)
  expect(await tenCalls(await signInAll(former))).toEqual(counted)
  expect(await tenCalls(await signInAll(present))).toEqual(counted)

  // Refuses to start the former anew, which changes nothing and disturbs neither.
  const again = await run({ dataDir, root, env })
  const { code } = await again.ended
  const knowsLater = readFileSync(join(root, 'src/server/base/exit.ts'), 'utf8').includes('databaseVersion')
  expect(code).toBe(knowsLater ? 24 : 1)
  if (knowsLater) expect(again.output.stderr).toContain('数据库是更新版本')
  expect(await migrations()).toEqual(listMigrations())
  expect(await tenCalls(people)).toEqual(counted)
  expect(await tenCalls(peopleOn(present, people))).toEqual(counted)

  // Replaces the former, as an operator does in the end.
  former.child.kill('SIGTERM')
  expect(await former.ended).toMatchObject({ code: 0 })
  expect([former.output.stderr, present.output.stderr]).toEqual(['', ''])
  const replaced = await open({ dataDir, env })
  await healthy(replaced)
  expect(await tenCalls(peopleOn(replaced, people))).toEqual(counted)
})
