import { sql } from 'kysely'
import { actions, type Right } from '#contract/access.ts'
import { nationalNo } from '#contract/archive.ts'
import type { Call } from '#contract/call.ts'
import { idNo } from '#contract/fields.ts'
import type { Me, Services } from '#server/call/context.ts'
import { transaction } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'

// Limits the different ID numbers that somebody who may see such numbers searches for.
const mostSought = [
  { span: 'hour', most: 60, told: '一小时内按身份证号查找的人太多，请稍后再试' },
  { span: 'day', most: 300, told: '一天内按身份证号查找的人太多，请明天再试' },
] as const

// Stands for a number that nobody has.
const nobody = '00000000000000000X'

export const isIdNumber = (value: unknown) => [idNo, nationalNo].some((kind) => kind.safeParse(value).success)

/** Tells whether somebody sees the ID numbers of a module in clear, and so may also find people by them. */
export const maySeeIdNumbers = ({ rights }: Pick<Me, 'rights'>, module: string) => rights.has(clearRight(module))

/** Returns the right to see the ID numbers of a module in clear. */
export const clearRight = (module: string) => `${module}:${actions.clear}` as Right

// Names the modules whose ID numbers a list is searched by, where they are not those of the list itself.
const searched: Record<string, { table: string; modules: string[] }> = {
  ptr: { table: 'ptr', modules: ['ptr', 'stu'] },
  stuptr: { table: 'stu', modules: ['stu', 'ptr'] },
  stuarch: { table: 'stuarch', modules: ['stuarch'] },
  vst: { table: 'vst', modules: ['vst'] },
  emp: { table: 'emp', modules: ['emp'] },
}

const moduleOf = ({ access }: Call) => (typeof access === 'string' ? '' : (access[0]?.split(':')[0] ?? ''))

type Asked = { services: Services; me: Me }

/**
 * Returns the input of a reading call as far as it may be asked: whoever does not see ID numbers in clear finds nobody by one;
 * whoever does is counted. `looked` names the table of each number that they look for the first time in an hour, for history to
 * keep; `within` lists the rights that the answer has to lie within, so that nobody is found by a number who is only seen with it
 * hidden. Throws busy for too many numbers an hour or a day. The one search over all kinds leaves kinds out itself.
 */
export async function limitIdNumberSearch({ services, me }: Asked, call: Call, input: Record<string, unknown>) {
  const sought = Object.entries(input).filter(([, value]) => isIdNumber(value))
  if (sought.length === 0 || !me.userNo) return { input, looked: [], within: [] }
  const module = moduleOf(call)
  const { table = 'stu', modules = ['stu'] } = searched[module] ?? {}
  const isOverall = call.access === 'session'
  const may = isOverall ? overall.some((one) => maySeeIdNumbers(me, one)) : modules.every((one) => maySeeIdNumbers(me, one))
  if (!may)
    return { input: { ...input, ...Object.fromEntries(sought.map(([field]) => [field, nobody])) }, looked: [], within: [] }
  const looked: string[] = []
  for (const [, number] of sought) if (await countSought(services, me.userNo, String(number))) looked.push(table)
  return { input, looked, within: isOverall ? [] : modules.map(clearRight) }
}

/** Lists the modules whose people the one search finds by an ID number, each for whoever sees those of that module. */
export const overall = ['stu', 'ptr', 'emp']

/** Counts a number for its hour and its day, and tells whether it is the first time in this hour. Keeps hashes only. */
async function countSought({ database, secret }: Services, userNo: string, number: string): Promise<boolean> {
  return transaction(database.sidePool, {}, async (db) => {
    // Serializes the counts of a person, or those of the same moment would not see each other.
    await sql`select pg_advisory_xact_lock(hashtext(${`id ${userNo}`}))`.execute(db)
    let isNew = false
    for (const { span, most, told } of mostSought) {
      const person = `id ${span} ${userNo} `
      const { rows } = await sql<{ known: boolean; count: number }>`select count(*)::int as count,
        coalesce(bool_or(who = ${person + secret.hash(number)}), false) as known
        from login_fail where starts_with(who, ${person}) and until_tm > now()`.execute(db)
      const [{ known, count }] = rows as [(typeof rows)[number]]
      if (known) continue
      if (count >= most) throw new Fault('busy', told)
      if (span === 'hour') isNew = true
      await sql`insert into login_fail (who, until_tm) values (${person + secret.hash(number)}, now() + ${`1 ${span}`}::interval)
        on conflict (who) do update set until_tm = excluded.until_tm`.execute(db)
    }
    return isNew
  })
}

// Limits the ID numbers that somebody who does not see such numbers brings along in lists on a day: a list of a large school, and
// few that nobody has, for whoever guesses brings those.
const mostImported = {
  all: { most: 5000, told: (most: number) => `一天最多核对 ${most} 个身份证号` },
  unmatched: { most: 500, told: (most: number) => `一天最多有 ${most} 个身份证号查无此人` },
} as const

/**
 * Counts the ID numbers of a list that is compared with people of a module, for whoever does not see such numbers: a list can ask
 * about thousands. Returns how many were counted. Throws busy for more than 5,000 a day, or 500 that nobody has.
 */
export async function countImportedIdNumbers(
  { services, me }: Asked,
  module: string,
  texts: Iterable<string>,
  which: keyof typeof mostImported = 'all',
): Promise<number> {
  if (maySeeIdNumbers(me, module)) return 0
  const numbers = new Set([...texts].filter(isIdNumber)).size
  if (numbers === 0) return 0
  const { most, told } = mostImported[which]
  const { rows } = await transaction(services.database.sidePool, {}, (db) =>
    sql<{ begun: number }>`insert into login_fail (who, begun, until_tm)
      values (${`id import ${which} ${me.userNo}`}, ${numbers}, now() + interval '1 day')
      on conflict (who) do update set
        begun = case when login_fail.until_tm < now() then excluded.begun else login_fail.begun + excluded.begun end,
        until_tm = case when login_fail.until_tm < now() then excluded.until_tm else login_fail.until_tm end
      returning begun`.execute(db),
  )
  if ((rows[0]?.begun ?? 0) > most) throw new Fault('busy', `不能查看身份证号原值的人，${told(most)}，请明天再导或请管理员导入`)
  return numbers
}
