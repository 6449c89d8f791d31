import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { onRoll, unitTypes } from '#domain/units/units.contract.ts'
import { leadsOf } from '#domain/units/unitLeads.ts'
import type { Db } from '#server/database/database.ts'
import { insertMany } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import { countFound, findSharedPhones } from './checkRules.ts'
import { studentRules } from './datacheck.rules.contract.ts'
import { judgeIdNumbers } from './invalidIdNumbers.ts'

type Unit = { unitNo: string; isClass: boolean; isWaiting: boolean; stuCnt: number }

/** Reads how many students a class may have before it is too large. */
export const classMaxOf = async (db: Db, entNo: string) => Number(await readParameter(db, entNo, 'CLASS_MAX')) || 55

/** Checks every unit of a school by the rules, and keeps how many each finds there; answers the number of units kept. */
export async function checkAllUnits(db: Db, entNo: string, secret: Secret): Promise<number> {
  await judgeIdNumbers(db, entNo, secret)
  await findSharedPhones(db, entNo)
  const classMax = await classMaxOf(db, entNo)
  const found = await countFound(db, entNo)
  const leads = await leadsOf(db, entNo)
  const checked = (await unitsOf(db, entNo)).map(({ unitNo, isClass, isWaiting, stuCnt }) => {
    const isOwn = isClass && !isWaiting
    const counts = found.get(unitNo)
    return {
      entNo,
      unitNo,
      stuCnt,
      clsCnt: Number(isOwn),
      ...Object.fromEntries(studentRules.map((rule) => [rule, counts?.[rule] ?? 0])),
      noHead: Number(isOwn && !leads.has(unitNo)),
      largeClass: Number(isOwn && stuCnt > classMax),
    }
  })
  await sql`delete from chkunit where ent_no = ${entNo}`.execute(db)
  await insertMany(db, 'chkunit', checked)
  return checked.length
}

/** Reads the classes in use, and the other units with students. */
async function unitsOf(db: Db, entNo: string): Promise<Unit[]> {
  const { rows } = await sql<Unit>`
    select u.unit_no, u.unit_type = ${unitTypes.class} and u.stt = ${Status.enabled} and u.grdt_flag = '0' as is_class,
      u.wait_flag = '1' as is_waiting, coalesce(sum(c.cnt), 0)::int as stu_cnt
    from edcunit u left join stu_cnt c on c.ent_no = u.ent_no and c.unit_no = u.unit_no and c.stt in (${sql.join(onRoll)})
    where u.ent_no = ${entNo} and u.stt <> ${Status.deleted} group by u.ent_no, u.unit_no`.execute(db)
  return rows.filter(({ isClass, stuCnt }) => isClass || stuCnt > 0)
}
