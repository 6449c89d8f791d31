import { expect, test } from 'vitest'
import { emp, Employee } from '#features/ent/emp/emp.contract.ts'
import { CallError } from '#web/api/send.ts'
import { type ColumnOptions, callColumn, type Row } from '#web/grid/columns.ts'
import { countStuck, SheetEdits } from '#web/grid/edits.ts'

const optionsOf: ColumnOptions[] = [
  { field: 'empName', width: 80 },
  { field: 'workNo', width: 80 },
  { field: 'rem', width: 80 },
]
const columns = optionsOf.map((options) => callColumn(emp.updatemany, Employee, options, []))
const [name, number, remark] = columns as [(typeof columns)[0], (typeof columns)[0], (typeof columns)[0]]
const record = (empNo: string, more: Row = {}) => ({ empNo, empName: `人${empNo}`, workNo: null, rem: null, ver: 1, ...more })

/** Makes a server that keeps records, refuses what it is told to refuse, and answers when it is let. */
function makeSheet(records: Row[]) {
  const kept = new Map(records.map((row) => [row.empNo as string, row]))
  const sent: Row[][] = []
  const wrong = new Map<string, string>()
  const waits: (() => void)[] = []
  let isSlow = false
  const edits = new SheetEdits('empNo', async (datas) => {
    sent.push(datas)
    if (isSlow) await new Promise<void>((go) => waits.push(go))
    const errors = datas.flatMap((row, index) =>
      Object.entries(row).flatMap(([field, value]) => {
        const message = wrong.get(String(value))
        return message ? [{ index, field, message }] : []
      }),
    )
    const old = datas.flatMap((row, index) => (kept.get(row.empNo as string)?.ver === row.ver ? [] : [{ row, index }]))
    const conflicts = old.map(({ index }) => ({ index, field: 'ver', message: '他人已修改' }))
    if (errors.length + old.length > 0)
      throw new CallError('', 10001, {
        errors: [...errors, ...conflicts],
        rows: old.map(({ row }) => kept.get(row.empNo as string)),
      })
    for (const row of datas) {
      const before = kept.get(row.empNo as string)
      kept.set(row.empNo as string, { ...before, ...row, ver: Number(before?.ver) + 1 })
    }
    return { result: datas.map((row) => kept.get(row.empNo as string) ?? row), op: `op${sent.length}` }
  })
  edits.show(columns)
  const now = (empNo: string) => kept.get(empNo) as Row
  const write = (empNo: string, column: (typeof columns)[0], text: string, row = now(empNo)) => ({ row, column, text })
  const settled = async () => {
    await new Promise((go) => setTimeout(go, 0))
    while (edits.read().isSending && !isSlow) await new Promise((go) => setTimeout(go, 0))
  }
  const hold = (slow: boolean) => {
    isSlow = slow
    if (!slow) for (const go of waits.splice(0)) go()
  }
  return { edits, sent, wrong, kept, now, write, settled, hold }
}

test('what is written in one step is one batch, and cells that stay as they are are not sent', async () => {
  const { edits, sent, write, settled } = makeSheet([record('1'), record('2')])
  expect(edits.apply([write('1', name, '王明'), write('2', remark, ' 在职'), write('2', name, '人2')])).toBe(2)
  await settled()
  expect(sent).toEqual([
    [
      { empNo: '1', ver: 1, empName: '王明' },
      { empNo: '2', ver: 1, rem: ' 在职' },
    ],
  ])
  expect(edits.read().rows.size).toBe(0)
})

test('of a refused batch everything written stays, and mending the bad cell sends all of it again', async () => {
  const { edits, sent, wrong, write, settled, now } = makeSheet([record('1'), record('2'), record('3')])
  wrong.set('T9', '工号“T9”已被使用')
  edits.apply([write('1', number, 'T1'), write('2', number, 'T9')])
  await settled()
  expect(countStuck(edits.read())).toEqual({ cells: 2, bad: 1 })
  expect(edits.read().rows.get('2')?.cells.workNo).toMatchObject({ text: 'T9', error: '工号“T9”已被使用' })
  // Saves another row by itself.
  edits.apply([write('3', number, 'T3')])
  await settled()
  expect(now('3').workNo).toBe('T3')
  expect(now('1').workNo).toBeNull()
  edits.apply([write('2', number, 'T2')])
  await settled()
  expect([now('1').workNo, now('2').workNo, edits.read().rows.size]).toEqual(['T1', 'T2', 0])
  expect(sent).toHaveLength(3)
})

test('rows without a bad cell are saved alone when somebody asks for it, and the rest is let go of', async () => {
  const { edits, wrong, write, settled, now } = makeSheet([record('1'), record('2')])
  wrong.set('T9', '工号“T9”已被使用')
  edits.apply([write('1', number, 'T1'), write('2', number, 'T9'), write('2', remark, '好')])
  await settled()
  edits.saveGood()
  await settled()
  expect([now('1').workNo, now('2').rem, countStuck(edits.read())]).toEqual(['T1', null, { cells: 2, bad: 1 }])
  edits.giveUp()
  expect(edits.read().rows.size).toBe(0)
})

test('what is written while a batch is on its way is the next one, on the version that the first one made', async () => {
  const { edits, sent, write, settled, hold, now } = makeSheet([record('1')])
  hold(true)
  edits.apply([write('1', number, 'T1')])
  await settled()
  edits.apply([write('1', number, 'T2'), write('1', remark, '好')])
  hold(false)
  await settled()
  expect(sent).toEqual([[{ empNo: '1', ver: 1, workNo: 'T1' }], [{ empNo: '1', ver: 2, workNo: 'T2', rem: '好' }]])
  expect(now('1')).toMatchObject({ workNo: 'T2', rem: '好', ver: 3 })
})

test('another cell that somebody changed is merged at once; of the same cell both are shown, and one is chosen', async () => {
  const { edits, kept, write, settled, now } = makeSheet([record('1'), record('2')])
  const [one, two] = [now('1'), now('2')]
  kept.set('1', record('1', { rem: '他们的', ver: 2 }))
  edits.apply([write('1', number, 'T1', one)])
  await settled()
  expect(now('1')).toMatchObject({ workNo: 'T1', rem: '他们的' })
  kept.set('2', record('2', { rem: '他们的', ver: 2 }))
  edits.apply([write('2', remark, '我的', two)])
  await settled()
  expect(edits.read().rows.get('2')?.cells.rem).toMatchObject({ error: '他人已改为“他们的”', theirs: { text: '他们的' } })
  // Expects both records as they are now, whoever changed them.
  expect([...edits.read().newer.values()].map(({ rem, ver }) => [rem, ver])).toEqual([
    ['他们的', 3],
    ['他们的', 2],
  ])
  edits.choose('2', 'rem', 'mine')
  await settled()
  expect(now('2').rem).toBe('我的')
})

test('where the network fails nothing that was written is lost', async () => {
  const sheet = new SheetEdits('empNo', () => Promise.reject(new CallError('网络连接失败，请检查网络后重试', -1, null)))
  sheet.show(columns)
  sheet.apply([{ row: record('1'), column: remark, text: '好' }])
  await new Promise((go) => setTimeout(go, 5))
  expect([countStuck(sheet.read()), sheet.read().failed]).toEqual([{ cells: 1, bad: 0 }, '网络连接失败，请检查网络后重试'])
})
