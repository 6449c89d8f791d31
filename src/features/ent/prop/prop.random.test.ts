import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { history } from '#contract/shell/history.contract.ts'
import { hnd } from '#features/ent/hnd/hnd.contract.ts'
import { mAns } from '#features/m/ans/ans.contract.ts'
import { clientOf, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { publish, unit } from '../../../../test/support/handOut.ts'
import { noticeLinks, tokenIn } from '../../../../test/support/noticeLinks.ts'
import { enrol, giveGuardian, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { prop } from './prop.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

// Lists questions about a dictionary, a text, what is hidden, an address, a day and a phone, each with values that its archive takes.
const asked = [
  { fld: 'stuarch.ntnl', column: { ctrlNo: 'select', infoType: 'NTNL' }, values: ['01', '03', '11'] },
  { fld: 'stuarch.hobby', column: { ctrlNo: 'textarea' }, values: ['书法', '足球', '“画画”|唱歌'] },
  { fld: 'stuarch.vx', column: { ctrlNo: 'text' }, values: ['ming_2026', 'wx_family'] },
  { fld: 'stuarch.qq', column: { ctrlNo: 'text' }, values: ['1234567', '7654321'] },
  { fld: 'stu.brth', column: { ctrlNo: 'date' }, values: ['20180301', '20180302'] },
  { fld: 'stu.authTel', column: { ctrlNo: 'tel' }, values: ['13912345678', '13987654321'] },
  { fld: 'ptrarch.workUnit', column: { ctrlNo: 'text' }, values: ['人民医院', '邮政支局'] },
] as const

type Value = string | null
const of = (at: number) => fc.option(fc.constantFrom<Value>(...(asked[at]?.values ?? [])), { nil: null, freq: 2 })
const values = fc.tuple(...asked.map((_, at) => of(at)))
const way = fc.constantFrom('fill', 'replace', 'none')
const cases = fc.record({
  ways: fc.array(way, { minLength: asked.length, maxLength: asked.length }),
  children: fc.array(fc.record({ held: values, given: values }), { minLength: 6, maxLength: 6 }),
})

/** Tells what is written of an answer: what differs, where it may. */
const isProposed = (kind: string | undefined, held: Value, given: Value) =>
  given !== null && given !== held && (kind === 'replace' || (kind === 'fill' && held === null))

test('of random answers, archives and ways exactly what differs and may be written is proposed; accepted the archive holds it, and undone whole what it held before', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ ways, children }) => {
      const school = await makePupilSchool(server)
      const { entNo, classNo } = school
      const { client } = school.admin
      const people: { stuNo: string; ptrNo: string; name: string }[] = []
      for (const [i, { held }] of children.entries()) {
        const name = `家长${i}`
        const stuNo = await enrol(school, { stuName: `学生${'甲乙丙丁戊己'[i]}` })
        const ptrNo = await giveGuardian(school, stuNo, { ptrName: name })
        people.push({ stuNo, ptrNo, name })
        await hold(entNo, { stuNo, ptrNo }, held)
      }
      const columns = asked.map(({ fld, column }, at) => newColumn(`c${at + 1}`, `题${at + 1}`, { ...column, arcFld: fld }))
      const backs = ways.flatMap((kind, at) =>
        kind === 'none' ? [] : [{ clmnNo: `c${at + 1}`, way: kind as 'fill' | 'replace' }],
      )
      const tmplNo = await publish(school, columns, '核对')
      const { hndNo } = await client.call(hnd.handout, { title: '核对', tmplNo, scope: [unit(classNo)], backs })
      const links = await noticeLinks(server, '请填写：核对', entNo)
      for (const [i, { given }] of children.entries()) {
        const token = tokenIn(links.find(({ ptrName }) => ptrName === people[i]?.name)?.link ?? '')
        const vals = Object.fromEntries(given.flatMap((value, at) => (value === null ? [] : [[`c${at + 1}`, value]])))
        await clientOf(server).call(mAns.send, { token, vals })
      }
      const before = await heldBy(entNo, people)
      expect(before).toEqual(children.map(({ held }) => held))
      const wanted = children.map(({ held, given }) => given.map((value, at) => isProposed(ways[at], held[at] ?? null, value)))
      const { rows } = await server.owner.query(
        "select coalesce(p.stu_no, '') as no, p.fld, p.was, p.val from prop p where p.ent_no = $1 and p.stt = '1'",
        [entNo],
      )
      const told = (no: string, fld: string, was: Value, val: Value) => [no, fld, was ?? '', val].join(' ')
      const expected = children.flatMap(({ held, given }, i) =>
        asked.flatMap(({ fld }, at) =>
          wanted[i]?.[at] ? [told(people[i]?.stuNo ?? '', fld, held[at] ?? null, given[at] ?? null)] : [],
        ),
      )
      expect(new Set(rows.map(({ no, fld, was, val }) => told(no, fld, was, val)))).toEqual(new Set(expected))
      expect(rows.length).toBe(expected.length)
      if (expected.length === 0) return
      expect(await client.call(prop.accept, { hndNo })).toEqual({ doneCnt: expected.length, failures: [] })
      const after = children.map(({ held, given }, i) => held.map((value, at) => (wanted[i]?.[at] ? given[at] : value)))
      expect(await heldBy(entNo, people)).toEqual(after)
      await client.call(history.undo, { op: client.lastOp })
      expect(await heldBy(entNo, people)).toEqual(before)
      expect((await client.call(prop.getcounts, { hndNo })).openCnt).toBe(expected.length)
    }),
    { numRuns: Number(process.env.RUNS ?? 6), endOnFailure: true },
  )
})

type Whose = { stuNo: string; ptrNo: string }
const tables = [
  ['stu', 'stuNo'],
  ['stuarch', 'stuNo'],
  ['ptrarch', 'ptrNo'],
] as const
const columnsOf = (table: string) =>
  asked.flatMap(({ fld }, at) => {
    const [of, name = ''] = fld.split('.')
    return of === table ? [{ at, column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) }] : []
  })

/** Writes into the archives of a pupil and the guardian what they hold. */
async function hold(entNo: string, whose: Whose, held: readonly Value[]) {
  for (const [table, key] of tables) {
    const columns = columnsOf(table)
    const names = columns.map(({ column }) => column)
    const set = names.map((name) => `${name} = excluded.${name}`).join(', ')
    const given = [entNo, whose[key], ...columns.map(({ at }) => held[at])]
    const keyName = key === 'stuNo' ? 'stu_no' : 'ptr_no'
    await server.owner.query(
      table === 'stu'
        ? `update stu set ${names.map((name, i) => `${name} = $${i + 3}`).join(', ')} where ent_no = $1 and stu_no = $2`
        : `insert into ${table} (ent_no, ${keyName}, ${names.join(', ')}) values (${given.map((_, i) => `$${i + 1}`).join(', ')})
            on conflict (ent_no, ${keyName}) do update set ${set}`,
      given,
    )
  }
}

/** Reads what the archives hold, in the order of the questions. */
async function heldBy(entNo: string, people: readonly Whose[]): Promise<Value[][]> {
  const all: Value[][] = []
  for (const whose of people) {
    const held: Value[] = asked.map(() => null)
    for (const [table, key] of tables) {
      const columns = columnsOf(table)
      const read = columns.map(({ column, at }) => (column === 'brth' ? `to_char(brth, 'YYYYMMDD')` : column) + ` as v${at}`)
      const { rows } = await server.owner.query(
        `select ${read.join(', ')} from ${table} where ent_no = $1 and ${key === 'stuNo' ? 'stu_no' : 'ptr_no'} = $2`,
        [entNo, whose[key]],
      )
      for (const { at } of columns) held[at] = rows[0]?.[`v${at}`] || null
    }
    all.push(held)
  }
  return all
}
