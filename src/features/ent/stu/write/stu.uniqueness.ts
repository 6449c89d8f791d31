import { type RawBuilder, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { toIdNo18 } from '#contract/values/idNumber.ts'
import { onRoll } from '#domain/units/units.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Refusals } from '#server/base/refusals.ts'
import { withoutScope } from '#server/call/scope.ts'
import { numbersNaming, type ValueHolder, refuseDoubles, type WantedValue, wantedOf } from '#server/access/unique.ts'

/**
 * Describes the numbers of a student that nobody else may have; `stt` says whether the student is on the roll, where an ID number
 * counts.
 */
export type Numbered = {
  stuNo: string
  stuName: string
  stt?: string
  idNo?: string | null | undefined
  stdyNo?: string | null | undefined
}

const isOnRoll = ({ stt = onRoll[0] }: Numbered) => (onRoll as readonly string[]).includes(stt)

/**
 * Refuses ID numbers (of those on the roll) and student numbers that somebody has already, told with the class as far as the
 * caller may see them. Undefined rows are passed over, so that places stay.
 */
export async function refuseTakenNumbers(
  refusals: Refusals,
  context: Context,
  entNo: string,
  rows: readonly (Numbered | undefined)[],
) {
  const { secret } = context.services
  const whoOf = ({ stuNo, stuName }: Numbered) => ({ no: stuNo, name: stuName })
  const hashes = wantedOf(rows, whoOf, (row) => (row.idNo && isOnRoll(row) ? secret.hash(toIdNo18(row.idNo)) : null))
  refuseDoubles(
    refusals,
    {
      wanted: hashes,
      holders: await studentsWith(context, entNo, {
        column: sql`s.id_no_hash`,
        condition: sql`s.stt in (${sql.join([...onRoll])})`,
        wanted: hashes,
      }),
      leaving: numbersNaming(rows, 'stuNo', 'idNo'),
    },
    {
      field: 'idNo',
      taken: (_, { name }) => `身份证号已被${name ?? ''}使用`,
      twice: (_, names) => `身份证号在这一批里有几行相同：${names}`,
    },
  )
  const numbers = wantedOf(rows, whoOf, ({ stdyNo }) => stdyNo)
  refuseDoubles(
    refusals,
    {
      wanted: numbers,
      holders: await studentsWith(context, entNo, {
        column: sql`s.stdy_no`,
        condition: sql`s.stt <> ${Status.deleted}`,
        wanted: numbers,
      }),
      leaving: numbersNaming(rows, 'stuNo', 'stdyNo'),
    },
    {
      field: 'stdyNo',
      taken: ({ value }, { name }) => `学号“${value}”已被${name ?? ''}使用`,
      twice: ({ value }, names) => `学号“${value}”在这一批里有几行相同：${names}`,
    },
  )
}

type Found = { no: string; value: string; stuName: string; unitName: string | null }

async function studentsWith(
  context: Context,
  entNo: string,
  { column, condition, wanted }: { column: RawBuilder<unknown>; condition: RawBuilder<unknown>; wanted: readonly WantedValue[] },
): Promise<ValueHolder[]> {
  if (wanted.length === 0) return []
  const values = wanted.map(({ value }) => value)
  const read = async () =>
    (
      await sql<Found>`select s.stu_no as no, ${column} as value, s.stu_name, u.unit_name
      from stu s left join edcunit u using (ent_no, unit_no)
      where s.ent_no = ${entNo} and ${column} = any(${values}) and ${condition}`.execute(context.db)
    ).rows
  const seen = (await read()).map(({ no, value, stuName, unitName }) => ({
    no,
    value,
    name: unitName ? `${unitName}的${stuName}` : stuName,
  }))
  const known = new Set(seen.map(({ no }) => no))
  const all = await withoutScope(context, async () => (context.locals.units ? read() : []))
  return [...seen, ...all.flatMap(({ no, value }) => (known.has(no) ? [] : [{ no, value }]))]
}
