import { TaskState } from '#domain/students/checkTasks.contract.ts'
import { datacheck } from '#features/ent/datacheck/datacheck.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { requireRow } from '#server/database/rows.ts'
import { atHour, iso, time14 } from './days.ts'
import type { Deed, DemoEnterprise, Maker, New } from './enterprise.ts'
import { studentStates } from './students.ts'

type Student = New<'stu'>

/**
 * Makes what happened at a school in the last weeks, and stands in 操作记录: students who came, left and returned, colleagues who
 * were hired, tasks of the data check.
 */
export function liveYear(maker: Maker, school: DemoEnterprise, userNos: ReadonlyMap<string, string>, now = Date.now()) {
  const { entNo, rows, deeds } = school
  const head = requireRow(rows.empdatapwr[0])
  const userOf = (empNo: string | undefined) => requireRow(userNos.get(`${entNo} ${empNo}`))
  const [admin, teacher] = [userOf(rows.emp[4]?.empNo), userOf(head.empNo)]
  // Leaves alone whoever something else tells of: enrolments, visits, and the head teacher's class for its own changes.
  const named = new Set([...rows.reg, ...rows.vst].map(({ stuNo }) => stuNo))
  const free = rows.stu.filter(({ stuNo, unitNo }) => !named.has(stuNo) && unitNo !== head.dataVal)
  const learning = free.filter(({ stt }) => stt === studentStates.learning)
  const own = rows.stu.filter(
    ({ stuNo, unitNo, stt }) => !named.has(stuNo) && unitNo === head.dataVal && stt === studentStates.learning,
  )
  const pick = (list: readonly Student[], i: number) => requireRow(list[Math.floor((list.length * i) / 11)])
  const does = (days: number, hours: number, deed: Pick<Deed, 'call' | 'wrote' | 'changed'> & { by?: string }) =>
    deeds.push({ at: Math.min(atHour(days, hours, now), now - 300_000), userNo: deed.by ?? admin, ...deed })
  const changes = ({ stuNo }: Student, to: Record<string, string | null>) =>
    ({ table: 'stu', key: 'stuNo', nos: [stuNo], to }) as const
  const leaves = (days: number, lvRsn: string) => ({ lvDt: time14(atHour(days, 0, now)).slice(0, 8), lvRsn })

  const newcomers = [pick(learning, 2), pick(learning, 7)]
  for (const [i, { stuNo }] of newcomers.entries())
    does(-23 + i * 9, 10, { call: stu.create, wrote: { tables: ['stu', 'stuarch', 'stuptr'], key: 'stuNo', nos: [stuNo] } })
  does(-19, 15, {
    call: stu.transfer,
    changed: changes(pick(learning, 4), { stt: studentStates.transferred, ...leaves(-19, '随父母工作调动，转往外地就读') }),
  })
  does(-12, 9, {
    call: stu.disable,
    changed: changes(pick(learning, 9), { stt: studentStates.suspended, ...leaves(-12, '骨折，医生建议休养三个月') }),
  })
  const returned = requireRow(free.find(({ stt }) => stt === studentStates.suspended))
  does(-6, 10, { call: stu.enable, changed: changes(returned, { stt: studentStates.learning, lvDt: null, lvRsn: null }) })
  const [mover, classmate] = [pick(learning, 5), pick(learning, 6)]
  const parallel = rows.edcunit.find(({ unitNo, prtNo }) => prtNo === gradeOf(school, mover) && unitNo !== mover.unitNo)
  if (parallel) does(-8, 14, { call: stu.updateunit, changed: changes(mover, { unitNo: parallel.unitNo }) })
  does(-4, 16, { call: stu.updatewts, changed: changes(classmate, { wts: `${classmate.wts},31` }) })
  for (const [i, rem] of ['对花生过敏', '近视，坐前三排', '每周三由奶奶接'].entries())
    does(-9 + i * 4, 11 + i, { by: teacher, call: stu.update, changed: changes(pick(own, i * 3), { rem }) })
  hire(school, does)
  assignTasks(maker, school, { userNo: admin, now, does })
}

type Does = (days: number, hours: number, deed: Pick<Deed, 'call' | 'wrote' | 'changed'>) => void

const gradeOf = ({ rows }: DemoEnterprise, { unitNo }: Student) => rows.edcunit.find((unit) => unit.unitNo === unitNo)?.prtNo

/** Makes a group of those who look after the evening, and then takes in the last two colleagues, who join it. */
function hire({ rows }: DemoEnterprise, does: Does) {
  const tables = ['emp', 'orgemp', 'emparch', 'emprole', 'empgrpmbr'] as const
  for (const [i, { empNo }] of rows.emp.slice(-2).entries())
    does(-21, 9 + i, { call: emp.create, wrote: { tables, key: 'empNo', nos: [empNo] } })
  const evening = requireRow(rows.empgrp.find(({ grpName }) => grpName === '晚自习值班'))
  does(-24, 14, { call: empgrp.create, wrote: { tables: ['empgrp', 'empgrpmbr'], key: 'grpNo', nos: [evening.grpNo] } })
}

/** Gives head teachers the pupils without a national number to see to, as far as their classes have some. */
function assignTasks(
  { numbers }: Maker,
  { entNo, rows }: DemoEnterprise,
  { userNo, now, does }: { userNo: string; now: number; does: Does },
) {
  const without = new Set(rows.stuarch.filter(({ unfStuNo }) => !unfStuNo).map(({ stuNo }) => stuNo))
  const found = rows.empdatapwr.filter(({ dataVal }) =>
    rows.stu.some(({ stuNo, unitNo }) => unitNo === dataVal && without.has(stuNo)),
  )
  const tasks = found.slice(0, 6).map(({ empNo, dataVal }) => ({
    entNo,
    taskNo: numbers.next('TASK_NO'),
    ruleCode: 'noUnfNo',
    unitNo: dataVal,
    empNo,
    userNo,
    stt: TaskState.open,
    crtTm: iso(atHour(-3, 15, now)),
  }))
  rows.chktask.push(...tasks)
  const nos = tasks.map(({ taskNo }) => taskNo)
  does(-3, 15, { call: datacheck.assign, wrote: { tables: ['chktask'], key: 'taskNo', nos } })
}
