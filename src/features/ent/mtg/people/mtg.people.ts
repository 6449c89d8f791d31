import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { ManState, ManType } from '#domain/meetings/meetings.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { isExpected } from '#domain/meetings/meetings.ts'
import { insertMany } from '#server/database/rows.ts'
import { searchText } from '#server/base/search.ts'
import { lockPeople } from '#domain/staff/staff.ts'
import { type InvitedPerson, mostPeople } from '../mtg.parts.contract.ts'

type Of = { entNo: string; mtgNo: string }
type Person = {
  manNo: string
  empNo: string | null
  manTel: string | null
  manName: string
  manType: string
  workUnit: string | null
}
/**
 * Describes it with how they came to the meeting, whether they come, and whether they are still in office (guests always are).
 */
type Present = Person & { isSelf: boolean; comes: boolean; isHere: boolean }

const keyOf = ({ empNo, manTel }: { empNo?: string | null | undefined; manTel?: string | null | undefined }) =>
  empNo ? `emp ${empNo}` : `tel ${manTel}`

/** Refuses a list that names somebody twice; answers it with the names of its employees. */
async function known({ db }: Context, entNo: string, mans: readonly InvitedPerson[]) {
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

async function present({ db }: Context, { entNo, mtgNo }: Of): Promise<Present[]> {
  const { rows } = await sql<Present>`
    select x.man_no, x.emp_no, x.man_tel, x.man_name, x.man_type, x.work_unit, x.self_flag = '1' as is_self, ${isExpected} as comes,
      x.emp_no is null or e.emp_no is not null as is_here
    from mtgman x left join emp e on e.ent_no = x.ent_no and e.emp_no = x.emp_no and e.stt = ${Status.enabled}
    where x.ent_no = ${entNo} and x.mtg_no = ${mtgNo} and x.stt <> ${ManState.deleted}`.execute(db)
  return rows
}

/** Returns the number of the next of a meeting's people, which is locked meanwhile. Throws where so many more do not fit. */
export async function nextNo({ db }: Context, { entNo, mtgNo }: Of, more: number): Promise<number> {
  const { rows } = await sql<{ all: number; live: number }>`select count(*)::int as all,
    (count(*) filter (where stt <> ${ManState.deleted}))::int as live from mtgman
    where ent_no = ${entNo} and mtg_no = ${mtgNo}`.execute(db)
  const { all = 0, live = 0 } = rows[0] ?? {}
  if (live + more > mostPeople) throw complain(`一次会议最多 ${mostPeople} 人`)
  return all + 1
}

async function insert(context: Context, of: Of, people: readonly Known[]) {
  if (people.length === 0) return
  const first = await nextNo(context, of, people.length)
  const rows = people.map((one, i) => ({ ...of, manNo: `${first + i}`, ...one, stt: ManState.asked }))
  await insertMany(context.db, 'mtgman', rows)
}

/** Asks those again who were not to come. */
const askAgain = ({ db }: Context, { entNo, mtgNo }: Of, manNos: readonly string[]) =>
  sql`update mtgman set stt = ${ManState.asked}, self_flag = '0', appl_type = null, rsn = null, answer = null
    where ent_no = ${entNo} and mtg_no = ${mtgNo} and man_no = any(${manNos})`.execute(db)

const setType = ({ db }: Context, { entNo, mtgNo }: Of, manNo: string, manType: string) =>
  sql`update mtgman set man_type = ${manType} where ent_no = ${entNo} and mtg_no = ${mtgNo} and man_no = ${manNo}`.execute(db)

/** Makes the people who were asked just these, and the host one of them; whoever joined by asking stays. */
export async function setPeople(context: Context, of: Of, mans: readonly InvitedPerson[], hostEmpNo: string) {
  const others = mans.filter(({ empNo }) => empNo !== hostEmpNo)
  const typed = others.map((one) => (one.manType === ManType.host ? { ...one, manType: ManType.attendee } : one))
  const wanted = await known(context, of.entNo, [{ empNo: hostEmpNo, manType: ManType.host }, ...typed])
  const before = await present(context, of)
  const byKey = new Map(before.map((one) => [keyOf(one), one]))
  const keys = new Set(wanted.map(keyOf))
  const gone = before.filter((one) => !one.isSelf && !keys.has(keyOf(one)))
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

/** Makes somebody else the host of a meeting; who was it so far attends. */
export async function setHost(context: Context, of: Of, hostEmpNo: string) {
  const before = await present(context, of)
  for (const { manNo, manType } of before) if (manType === ManType.host) await setType(context, of, manNo, ManType.attendee)
  const there = before.find(({ empNo }) => empNo === hostEmpNo)
  const host = await known(context, of.entNo, [{ empNo: hostEmpNo, manType: ManType.host }])
  if (!there) return insert(context, of, host)
  if (!there.comes) await askAgain(context, of, [there.manNo])
  return setType(context, of, there.manNo, ManType.host)
}

/** Reads the people that were asked to a meeting, not those who joined by asking; and how many of them left office since. */
export async function askedTo(context: Context, of: Of): Promise<{ mans: InvitedPerson[]; leftCnt: number }> {
  const asked = (await present(context, of)).filter(({ isSelf }) => !isSelf)
  const here = asked.filter(({ isHere }) => isHere)
  return { mans: here.map(asAsked), leftCnt: asked.length - here.length }
}

const asAsked = ({ empNo, manName, manTel, manType, workUnit }: Person): InvitedPerson => ({
  empNo,
  manName,
  manTel,
  manType,
  workUnit,
})

/** Adds people to a meeting; who is to come already stays, who is on leave or was refused is asked again. Answers how many. */
export async function addParticipants(context: Context, of: Of, mans: readonly InvitedPerson[]): Promise<number> {
  const typed = mans.map((one) => (one.manType === ManType.host ? { ...one, manType: ManType.attendee } : one))
  const there = new Map((await present(context, of)).map((one) => [keyOf(one), one]))
  const wanted = await known(context, of.entNo, typed)
  const again = wanted.flatMap((one) => {
    const before = there.get(keyOf(one))
    return before && !before.comes ? [before.manNo] : []
  })
  if (again.length > 0) await askAgain(context, of, again)
  const fresh = wanted.filter((one) => !there.has(keyOf(one)))
  await insert(context, of, fresh)
  return fresh.length + again.length
}

/**
 * Removes people from a meeting. Throws inUse for those who were there, notFound for those who are none of its people, invalid
 * for its host.
 */
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

const complain = (message: string) => invalidField('mans', message)
