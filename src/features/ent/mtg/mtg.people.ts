import { sql } from 'kysely'
import { ApplyType, ManState, ManType } from '#contract/meetings.ts'
import type { Context } from '#server/context.ts'
import { Fault } from '#server/fault.ts'
import { insertMany } from '#server/rows.ts'
import { searchText } from '#server/search.ts'
import { lockPeople } from '#server/staff.ts'
import { type Asked, mostPeople } from './mtg.parts.contract.ts'

type Of = { entNo: string; mtgNo: string }
type Person = {
  manNo: string
  empNo: string | null
  manTel: string | null
  manName: string
  manType: string
  workUnit: string | null
}

const keyOf = ({ empNo, manTel }: { empNo?: string | null | undefined; manTel?: string | null | undefined }) =>
  empNo ? `emp ${empNo}` : `tel ${manTel}`

/** Refuses a list that names somebody twice; answers it with the names of its employees. */
async function known({ db }: Context, entNo: string, mans: readonly Asked[]) {
  if (new Set(mans.map(keyOf)).size < mans.length) throw complain('名单里有重复的人')
  const empNos = mans.flatMap(({ empNo }) => empNo ?? [])
  await lockPeople(db, entNo, empNos)
  const { rows } = await sql<{ empNo: string; empName: string; authTel: string }>`select emp_no, emp_name, auth_tel from emp
    where ent_no = ${entNo} and emp_no = any(${empNos})`.execute(db)
  const employees = new Map(rows.map((row) => [row.empNo, row]))
  return mans.map(({ empNo, manName, manTel, manType = ManType.attendee, workUnit = null }) => {
    const employee = empNo ? employees.get(empNo) : undefined
    const name = employee?.empName ?? manName ?? ''
    const facts = { manName: name, manType, workUnit, searchText: searchText(name, [], employee?.authTel ?? manTel) }
    return { ...facts, empNo: empNo ?? null, manTel: employee ? null : (manTel ?? null) }
  })
}
type Known = Awaited<ReturnType<typeof known>>[number]

async function present({ db }: Context, { entNo, mtgNo }: Of): Promise<(Person & { applType: string | null })[]> {
  const { rows } = await sql<Person & { applType: string | null }>`
    select man_no, emp_no, man_tel, man_name, man_type, work_unit, appl_type from mtgman
    where ent_no = ${entNo} and mtg_no = ${mtgNo} and stt <> ${ManState.deleted}`.execute(db)
  return rows
}

async function insert({ db }: Context, { entNo, mtgNo }: Of, people: readonly Known[]) {
  if (people.length === 0) return
  const { rows } = await sql<{ all: number; live: number }>`select count(*)::int as all,
    (count(*) filter (where stt <> ${ManState.deleted}))::int as live from mtgman
    where ent_no = ${entNo} and mtg_no = ${mtgNo}`.execute(db)
  const { all = 0, live = 0 } = rows[0] ?? {}
  if (live + people.length > mostPeople) throw complain(`一次会议最多 ${mostPeople} 人`)
  await insertMany(
    db,
    'mtgman',
    people.map((one, i) => ({ entNo, mtgNo, manNo: `${all + 1 + i}`, ...one, stt: ManState.asked })),
  )
}

/** Makes the people who were asked just these, and the host one of them; whoever joined by asking stays. */
export async function setPeople(context: Context, of: Of, mans: readonly Asked[], hostEmpNo: string) {
  const others = mans.filter(({ empNo }) => empNo !== hostEmpNo)
  const typed = others.map((one) => (one.manType === ManType.host ? { ...one, manType: ManType.attendee } : one))
  const wanted = await known(context, of.entNo, [{ empNo: hostEmpNo, manType: ManType.host }, ...typed])
  const before = await present(context, of)
  const byKey = new Map(before.map((one) => [keyOf(one), one]))
  const keys = new Set(wanted.map(keyOf))
  const gone = before.filter((one) => one.applType !== ApplyType.join && !keys.has(keyOf(one)))
  await removePeople(
    context,
    of,
    gone.map(({ manNo }) => manNo),
  )
  for (const one of wanted) {
    const kept = byKey.get(keyOf(one))
    if (kept && (kept.manType !== one.manType || kept.manName !== one.manName || kept.workUnit !== one.workUnit))
      await sql`update mtgman set man_type = ${one.manType}, man_name = ${one.manName}, work_unit = ${one.workUnit},
        search_text = ${one.searchText} where ent_no = ${of.entNo} and mtg_no = ${of.mtgNo} and man_no = ${kept.manNo}`.execute(
        context.db,
      )
  }
  await insert(
    context,
    of,
    wanted.filter((one) => !byKey.has(keyOf(one))),
  )
}

/** The people that were asked to a meeting, not those who joined by asking. */
export const askedTo = async (context: Context, of: Of): Promise<Asked[]> =>
  (await present(context, of)).filter(({ applType }) => applType !== ApplyType.join).map(asAsked)

const asAsked = ({ empNo, manName, manTel, manType, workUnit }: Person): Asked => ({ empNo, manName, manTel, manType, workUnit })

/** Adds people to a meeting; who is there already stays. Answers how many came to it. */
export async function addPeople(context: Context, of: Of, mans: readonly Asked[]): Promise<number> {
  const typed = mans.map((one) => (one.manType === ManType.host ? { ...one, manType: ManType.attendee } : one))
  const keys = new Set((await present(context, of)).map(keyOf))
  const fresh = (await known(context, of.entNo, typed)).filter((one) => !keys.has(keyOf(one)))
  await insert(context, of, fresh)
  return fresh.length
}

/** Takes people off a meeting: not its host, nor who was there. */
export async function removePeople({ db }: Context, { entNo, mtgNo }: Of, manNos: readonly string[], hostEmpNo?: string) {
  if (manNos.length === 0) return
  const { rows } = await sql<{ manName: string }>`select x.man_name from mtgman x join mtgsign g using (ent_no, mtg_no, man_no)
    where x.ent_no = ${entNo} and x.mtg_no = ${mtgNo} and x.man_no = any(${manNos}) and g.sign_tm is not null limit 1`.execute(db)
  if (rows[0]) throw new Fault('inUse', `${rows[0].manName}已签到，不能移除`)
  const removed = await sql<{ empNo: string | null }>`update mtgman set stt = ${ManState.deleted} where ent_no = ${entNo}
    and mtg_no = ${mtgNo} and man_no = any(${manNos}) and stt <> ${ManState.deleted} returning emp_no`.execute(db)
  if (removed.rows.length < manNos.length) throw new Fault('notFound', '所选人员有的已不在名单里，请刷新后再选')
  if (hostEmpNo && removed.rows.some(({ empNo }) => empNo === hostEmpNo))
    throw new Fault('invalid', '主持人不能移除，可以先换一位主持人')
}

const complain = (message: string) => new Fault('invalid', message, { errors: [{ field: 'mans', message }] })
