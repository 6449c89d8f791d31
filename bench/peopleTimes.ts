import { emp } from '#features/ent/emp/emp.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import type { DemoPerson } from '#app/server/demo/people.ts'
import { initials } from '#server/base/search.ts'
import { ask, check, median, timeOf } from './serving.ts'
import { type Bench, big, deep, departments } from './staff.ts'

const times = 60
const small = 2

const wordsOf: [string, (person: DemoPerson) => string][] = [
  ['姓名前两字', ({ name }) => name.slice(0, 2)],
  ['首字母', ({ name }) => initials(name)],
  ['手机后四位', ({ authTel }) => authTel.slice(-4)],
]

/** Searches by a keyword that somebody answers to, against the first page without any. */
export async function measureSearch({ ours, tokens, people }: Bench) {
  for (const at of [big.at, small]) {
    const all = people[at] as DemoPerson[]
    const page = (input: object) => async () => check(await ask(ours, tokens[at], emp.getpage, { ...input }))
    console.log(`搜索，${all.length} 人的企业，依次 ${times} 次（中位数）`)
    for (const [title, wordOf] of wordsOf) {
      const [plain, found]: [number[], number[]] = [[], []]
      for (let i = 0; i < times; i++) {
        const keyWord = wordOf(all[Math.floor(((i + 0.5) * all.length) / times)] as DemoPerson)
        plain.push(await timeOf(page({})))
        found.push(await timeOf(page({ keyWord })))
      }
      reportTimes(title, '首页', { first: median(plain), time: median(found), aim: 2 })
    }
  }
}

/** Measures pages far down the list of the big enterprise, against its first one. */
export async function measureDeepPages({ ours, tokens }: Bench) {
  const pages = [1, 1040, 2000]
  const taken = new Map<number, number[]>(pages.map((page) => [page, []]))
  for (let i = 0; i < times; i++)
    for (const [pageIndex, list] of taken)
      list.push(await timeOf(async () => check(await ask(ours, tokens[big.at], emp.getpage, { pageIndex }))))
  console.log(`深翻页，每页 50 行，${big.people} 人的企业，依次 ${times} 次（中位数）`)
  const [first = 0, ...others] = pages.map((page) => median(taken.get(page) as number[]))
  for (const [i, time] of others.entries()) reportTimes(`第 ${pages[i + 1]} 页`, '首页', { first, time, aim: 5 })
}

/** Measures the trees of departments with headcounts and with leaders, one after the other. */
export async function measureTrees({ ours, tokens }: Bench) {
  console.log('部门树，带人数和带负责人各一次，依次 9 遍（中位数）')
  for (const [at, nodes] of [
    [deep.at, deep.departments],
    [big.at, departments],
  ] as const) {
    const list: { counts: number; leaders: number }[] = []
    for (let i = 0; i < 9; i++)
      list.push({
        counts: await timeOf(async () => check(await ask(ours, tokens[at], org.gettreewithstatis))),
        leaders: await timeOf(async () => check(await ask(ours, tokens[at], org.getwithleademp))),
      })
    const both = median(list.map(({ counts, leaders }) => counts + leaders))
    const parts = `${ms(median(list.map(({ counts }) => counts)))} + ${ms(median(list.map(({ leaders }) => leaders)))}`
    console.log(`  ${nodes} 个部门${at === big.at ? `、${big.people} 人` : ''}   ${parts}   合计 ${ms(both)}（目标 ≤ 1000 ms）`)
  }
}

const ms = (time: number) => `${time.toFixed(1)} ms`

function reportTimes(title: string, base: string, { first, time, aim }: { first: number; time: number; aim: number }) {
  console.log(`  ${title}   ${base} ${ms(first)}   ${ms(time)}   比值 ${(time / first).toFixed(2)}（目标 ≤ ${aim}）`)
}
