import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Column, FormValues } from '#contract/form/column.ts'
import { newColumn } from '#contract/form/initial.ts'
import { makeRandom, type Random } from '#app/server/demo/random.ts'
import { hnd } from '#features/ent/hnd/hnd.contract.ts'
import { mAns } from '#features/m/ans/ans.contract.ts'
import { enrolFamilies, inLots } from '../support/families.ts'
import { clientOf, sharedServer, type TestServer } from '../support/harness.ts'
import { publish, unit } from '../support/handOut.ts'
import { noticeLinks, tokenIn } from '../support/noticeLinks.ts'
import { makePupilSchool } from '../support/pupilSchool.ts'

// Asks a sample of families; the proof asks 900.
const families = Number(process.env.FAMILIES ?? 30)
const silent = Math.ceil(families / 18)

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
}, 120_000)
afterAll(() => server.close())

const choices = (...names: string[]) => names.map((name, i) => ({ val: String(i + 1), name }))
const ways = choices('步行', '接送', '公交', '自行车')
const meals = choices('午餐', '晚餐', '都不要')
const questions: Column[] = [
  newColumn('c1', '到校方式', { ctrlNo: 'radio', mustFlag: '1', opts: ways }),
  newColumn('c2', '在校用餐', { ctrlNo: 'checkbox', opts: meals }),
  newColumn('c3', '身高', { ctrlNo: 'number', acc: 1 }),
  newColumn('c4', '想对老师说', { ctrlNo: 'textarea', len: 200 }),
]

const pick = <One>(random: Random, list: readonly One[]): One => list[random.between(0, list.length - 1)] as One

/** Makes an answer as a family might give it: much is left open, and texts hold what breaks a list that is put together badly. */
function answerOf(random: Random): FormValues {
  const text = pick(random, ['谢谢老师', '孩子对花生过敏，=SUM(A1)', '第一行\n第二行', '“引号”, 逗号;分号', '👨‍👩‍👧 都好'])
  return {
    c1: pick(random, ways).val,
    ...(random.chance(0.7) && { c2: meals.filter(() => random.chance(0.5)).map(({ val }) => val) }),
    ...(random.chance(0.8) && { c3: random.between(900, 1700) / 10 }),
    ...(random.chance(0.6) && { c4: text }),
  }
}

/** Sums up answers by the plainest way there is, to compare with. */
function expected(answers: FormValues[]) {
  const given = (no: string) => answers.map((one) => one[no]).filter((one) => one !== undefined && String(one) !== '')
  const counts = (no: string, opts: typeof ways) =>
    opts.map(({ val, name }) => ({
      name,
      cnt: given(no)
        .flat()
        .filter((one) => one === val).length,
    }))
  const heights = given('c3') as number[]
  const tenths = heights.reduce((sum, one) => sum + Math.round(one * 10), 0)
  return {
    c1: { filledCnt: answers.length, choices: counts('c1', ways) },
    c2: { filledCnt: given('c2').length, choices: counts('c2', meals) },
    c3: {
      filledCnt: heights.length,
      least: Math.min(...heights),
      most: Math.max(...heights),
      sum: Number((tenths / 10).toFixed(2)),
      mean: Number((tenths / 10 / heights.length).toFixed(2)),
    },
    c4: { filledCnt: given('c4').length },
  }
}

test(`${families} families answer at once, both guardians of some: each child has one answer, nobody is asked in vain, and lists, figures and workbook say what was written`, {
  timeout: 60_000 + families * 400,
}, async () => {
  const school = await makePupilSchool(server)
  const { entNo, classNo, otherNo, admin } = school
  const { client } = admin
  const pupils = await enrolFamilies(server, school, families)
  const tmplNo = await publish(school, questions, '家庭登记')
  const scope = [unit(classNo), unit(otherNo)]
  const { hndNo, toCnt } = await client.call(hnd.handout, { title: '家庭登记', tmplNo, scope })
  expect(toCnt).toBe(families)
  const links = await noticeLinks(server, '请填写：家庭登记', entNo)
  expect(links).toHaveLength(2 * families)
  const tokenOf = new Map(links.map(({ ptrName, link }) => [ptrName, tokenIn(link)]))

  const random = makeRandom(20261128)
  const answering = pupils.slice(silent)
  const ofChild = new Map<string, FormValues>()
  const outcomes = await inLots(answering, async ({ stuNo, stuName }, at) => {
    const no = stuName.replace('学生', '')
    const [father, mother] = [tokenOf.get(`父${no}`) ?? '', tokenOf.get(`母${no}`) ?? '']
    const send = (token: string, vals: FormValues) => clientOf(server).answer(mAns.send, { token, vals })
    const [one, other] = [answerOf(random), answerOf(random)]
    await clientOf(server).call(mAns.open, { token: father })
    // Lets every third family answer twice in the same moment.
    const sent = await Promise.all([send(father, one), ...(at % 3 === 0 ? [send(mother, other)] : [])])
    const taken = sent.filter(({ code }) => code === 0)
    expect(taken).toHaveLength(1)
    for (const { code, message } of sent.filter((answer) => answer.code !== 0))
      expect([code, message]).toEqual([10001, '已由另一位家长填写，要修改请由他本人修改，或联系发起人'])
    ofChild.set(stuNo, sent[0]?.code === 0 ? one : other)
    return sent.length
  })
  expect(outcomes.filter((count) => count === 2).length).toBe(Math.ceil(answering.length / 3))

  const answers = answering.map(({ stuNo }) => ofChild.get(stuNo) as FormValues)
  expect(await client.call(hnd.get, { hndNo })).toMatchObject({ toCnt: families, doneCnt: families - silent })
  const list = async (state: 'todo' | 'done') => (await client.call(hnd.getasked, { hndNo, state, pageSize: 1 })).recordCount
  expect([await list('done'), await list('todo')]).toEqual([families - silent, silent])
  expect(await client.call(hnd.remind, { hndNo })).toEqual({ remindCnt: 2 * silent })

  const { ansCnt, questions: summed } = await client.call(hnd.getstatis, { hndNo })
  expect(ansCnt).toBe(answers.length)
  for (const [clmnNo, figures] of Object.entries(expected(answers)))
    expect(summed.find((one) => one.clmnNo === clmnNo)).toMatchObject(figures)

  const { result } = await client.answer(hnd.export, { hndNo, state: 'done', mask: '0' })
  const { sheets } = await readXlsx(result as Uint8Array)
  const [head = [], ...told] = sheets[0]?.rows ?? []
  const rows = told.slice(0, -1)
  expect(told.at(-1)?.[0]).toContain(`共 ${answers.length} 份`)
  const at = (title: string) => head.findIndex((one) => one === title)
  expect(rows).toHaveLength(answers.length)
  const nameOf = (opts: typeof ways, vals: unknown) =>
    opts
      .filter(({ val }) => [vals].flat().includes(val))
      .map(({ name }) => name)
      .join('、')
  for (const row of rows) {
    const pupil = pupils.find(({ stuName }) => stuName === row[at('姓名')])
    const { c1, c2, c3, c4 } = ofChild.get(pupil?.stuNo ?? '') ?? {}
    const shown = ['到校方式', '在校用餐', '身高', '想对老师说'].map((title) => String(row[at(title)] ?? ''))
    expect([pupil?.stuName, ...shown]).toEqual([
      pupil?.stuName,
      nameOf(ways, c1),
      nameOf(meals, c2 ?? []),
      c3 === undefined ? '' : String(c3),
      String(c4 ?? ''),
    ])
  }
})
