import { afterAll, beforeAll, expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { home } from '#features/user/home/home.contract.ts'
import { act } from '#features/vam/act/act.contract.ts'
import { wrk } from '#features/vam/wrk/wrk.contract.ts'
import { res } from '#features/res/res/res.contract.ts'
import { ActivityState, WorkState } from '#domain/activities/activities.contract.ts'
import { openStage, signedIn, type Stage } from './browser.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('the demo school has works that wait for a review, some that were sent back and one that was reported', async () => {
  const { client } = await signedIn(stage.server, 'school')
  const counted = async (filter: object) => (await client.call(wrk.getpage, { pageSize: 100, ...filter })).recordCount
  expect(await counted({ stt: WorkState.waiting })).toBeGreaterThanOrEqual(5)
  expect(await counted({ stt: WorkState.refused })).toBeGreaterThanOrEqual(1)
  expect(await counted({ rptFlag: '1' })).toBe(1)
})

test('the wall of the demo shows works of several classes with likes, and each picture opens', async () => {
  const { client } = await signedIn(stage.server, 'teacher')
  const { page, calm } = await stage.arrive('/vam/prtl/works', 'teacher')
  const { datas } = await client.call(wrk.getwall, { order: 'liked', pageSize: 100 })
  expect(datas.length).toBeGreaterThanOrEqual(12)
  expect(datas[0]?.likeCnt).toBeGreaterThan(10)
  expect((await client.call(wrk.getunits, {})).length).toBeGreaterThan(3)
  for (const { title, files } of datas)
    for (const { url, size } of files) {
      const answer = await page.request.get(new URL(url, stage.server.url).href)
      expect((await answer.body()).length, title).toBe(size)
      expect(size, title).toBeGreaterThan(20_000)
    }
  await page.getByRole('heading', { name: '作品展示' }).waitFor()
  calm()
})

test('the activities of the demo are in preparation, open, under way with works, and over', async () => {
  const { client } = await signedIn(stage.server, 'school')
  const { datas } = await client.call(act.getpage, { pageSize: 100 })
  const states = datas.map(({ stt }) => stt)
  const { draft, waiting, soon, open, underWay, ended } = ActivityState
  expect(states).toEqual(expect.arrayContaining([draft, waiting, soon, open, underWay, ended]))
})

test('the resources of the demo are documents, sheets, slides and pictures as large as those of teachers', async () => {
  const { client } = await signedIn(stage.server, 'school')
  const { datas } = await client.call(res.getpage, { pageSize: 100 })
  expect(new Set(datas.map(({ type }) => type))).toEqual(new Set(['docx', 'xlsx', 'pptx', 'pdf', 'png']))
  for (const { resName, size } of datas) expect(size, resName).toBeGreaterThan(4000)
})

test('the operations of the demo lie on many days of the last weeks, under the names of several people', async () => {
  const { client } = await signedIn(stage.server, 'school')
  const { datas } = await client.call(history.getpage, { pageSize: 100 })
  expect(new Set(datas.map(({ at }) => at.slice(0, 8))).size).toBeGreaterThan(7)
  expect(new Set(datas.map(({ nickName }) => nickName)).size).toBeGreaterThan(1)
})

test('the home page of the demo tells what changed in the last month', async () => {
  for (const name of ['school', 'bureau', 'company'] as const) {
    const { client } = await signedIn(stage.server, name)
    const { figures } = await client.call(home.get, {})
    expect(figures.filter(({ change }) => change !== null).length, name).toBeGreaterThan(0)
  }
})
