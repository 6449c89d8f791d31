import type { Column } from '#contract/form/column.ts'
import { newColumn } from '#contract/form/initial.ts'
import { ProposalState, type WriteBack } from '#domain/collections/collections.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import { iso } from '../days.ts'
import type { DemoEnterprise, Maker, New } from '../enterprise.ts'
import { askedClass, makeCollection } from './collections.ts'

/** Lists questions about archives. */
export const archiveQuestions: Column[] = [
  newColumn('c1', '民族', { ctrlNo: 'select', infoType: 'NTNL', mustFlag: '1', arcFld: 'stuarch.ntnl' }),
  newColumn('c2', '爱好特长', { ctrlNo: 'text', len: 60, arcFld: 'stuarch.hobby' }),
  newColumn('c3', '填写人的工作单位', { ctrlNo: 'text', len: 60, arcFld: 'ptrarch.workUnit' }),
  newColumn('c4', '其他需要学校知道的变化', { ctrlNo: 'textarea', wdt: 2, len: 300 }),
]

const backs: WriteBack[] = [
  { clmnNo: 'c1', way: 'replace' },
  { clmnNo: 'c2', way: 'fill' },
  { clmnNo: 'c3', way: 'replace' },
]

const hobbies = ['足球', '书法', '足球', '绘画', '', '编程', '足球', '合唱']
const workUnits = ['启明区人民医院', '晨光汽车制造厂', '滨河路邮政支局']

// Names which answers give another ethnicity, and of which of them the archive was changed since.
const isOther = (i: number) => i % 7 === 4
const isOvertaken = (i: number) => i % 14 === 11
const otherThan = (held: string | null | undefined) => (held === '11' ? '03' : '11')

/** Makes a collection whose answers change archives: some are written, some rejected, overtaken or wait. */
export function makeWriteBacks(maker: Maker, { entNo, rows }: DemoEnterprise, now = Date.now()) {
  const head = askedClass(rows)
  const archiveOf = new Map(rows.stuarch.map((archive) => [archive.stuNo, archive]))
  const answer = (i: number) => {
    const held = archiveOf.get(head.asked[i]?.stuNo ?? '')?.ntnl
    return {
      c1: isOther(i) ? otherThan(held) : (held ?? '01'),
      ...(hobbies[i % 8] && { c2: hobbies[i % 8] }),
      ...(i % 3 === 0 && { c3: workUnits[(i / 3) % 3] }),
    }
  }
  const about = { title: '学生档案核对', des: '请核对孩子的档案，有变化的改过来。', tmplNo: '600003', ...head, answer, backs }
  makeCollection(maker, { entNo, rows }, { ...about, done: 0.5, due: 7 }, now)
  const { hndNo } = requireRow(rows.hnd.at(-1))
  for (const [i, { toNo, stuNo, byPtrNo, sentTm }] of rows.ans.filter((one) => one.hndNo === hndNo).entries()) {
    const { c1, c2, c3 } = answer(i)
    const archive = requireRow(archiveOf.get(String(stuNo)))
    const own = { entNo, hndNo, toNo, stuNo: stuNo ?? null, ...undecided, crtTm: String(sentTm), updTm: String(sentTm) }
    const add = (clmnNo: string, fld: string, val: string, more: Partial<New<'prop'>> = {}) =>
      rows.prop.push({ ...own, clmnNo, fld, val, valKey: val, ...more })
    if (isOther(i)) {
      const was = isOvertaken(i) ? '02' : (archive.ntnl ?? null)
      add('c1', 'stuarch.ntnl', c1, { was, wasKey: was })
    }
    if (c2) add('c2', 'stuarch.hobby', c2, decisionOn(i, now))
    if (c2 && i < writtenCount) archive.hobby = c2
    if (c3 && byPtrNo) add('c3', 'ptrarch.workUnit', c3, { ptrNo: byPtrNo })
  }
}

const undecided = { ptrNo: null, was: null, wasKey: null, word: null, doneTm: null, stt: ProposalState.open }

// Counts how many of the first are written into archives; the one after them is rejected.
const writtenCount = 2

function decisionOn(i: number, now: number): Partial<New<'prop'>> {
  const doneTm = iso(now - 3_600_000)
  if (i < writtenCount) return { stt: ProposalState.written, doneTm }
  return i === writtenCount ? { stt: ProposalState.rejected, doneTm, word: '请写孩子现在参加的' } : {}
}
