import { search } from '#contract/shell/search.contract.ts'
import { initials } from '#server/base/search.ts'
import { makeSecret } from '#server/database/secret.ts'
import { testKey } from '../test/support/world.ts'
import { makeEnterprises } from './enterprises.ts'
import { benchPostgres } from './postgres.ts'
import { big, fillSchool, names } from './pupils.ts'
import { ask, check, median, serve, timeOf } from './serving.ts'

const times = 30
const goal = 100
big.students = Math.round(1_000_000 * Number(process.env.SCALE ?? 1))

const first = (i: number) => names[i * 7] ?? ''

/** Lists the searches, and how often each matches: rare names, and the ones of half a school. */
const asked: [string, (i: number) => string][] = [
  ['一个字，什么也不查', () => '王'],
  ['什么也找不到', (i) => `没有这样的人${i}`],
  ['姓名', first],
  ['两个字', (i) => first(i).slice(0, 2)],
  ['首字母', (i) => initials(first(i))],
  ['常见的拼音', (i) => ['wa', 'zh', 'li', 'xia', 'ng'][i % 5] ?? ''],
  ['学号', (i) => `N${1000 + i}`],
  ['手机后四位', (i) => String(1234 + i * 111).slice(0, 4)],
  ['手机', (i) => `1${String(3000 + i * 3).padStart(10, '0')}`],
  ['三年级住校的女生', () => '三年级住校的女生'],
  ['三年级2班', (i) => `三年级${1 + (i % 40)}班`],
  ['某某的家长电话', (i) => `${first(i)}的家长电话`],
  ['三年级的老师', () => '三年级的老师'],
]

const postgres = await benchPostgres()
try {
  const { address, tokens } = await makeEnterprises(
    postgres.url,
    makeSecret(testKey),
    (db, at) => Promise.resolve(at === big.at && fillSchool(db, at)),
    '030',
  )
  const ours = await serve('ours.ts', [address, postgres.folder])
  console.log(`一所 ${big.students} 人的学校，每个词依次 ${times} 次`)
  let plain = 0
  for (const [title, wordOf] of asked) {
    const taken: number[] = []
    for (let i = 0; i < times; i++)
      taken.push(await timeOf(async () => check(await ask(ours, tokens[big.at], search.get, { word: wordOf(i) }))))
    const time = median(taken)
    plain ||= time
    const worst = Math.max(...taken).toFixed(0)
    console.log(
      `  ${title}   ${time.toFixed(1)} ms（最慢 ${worst} ms，目标 ≤ ${goal}）   是不查时的 ${(time / plain).toFixed(1)} 倍`,
    )
  }
  ours.child.disconnect()
} finally {
  await postgres.stop()
}
