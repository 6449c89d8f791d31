import { type RawBuilder, sql } from 'kysely'
import { hiddenNumber, maskPhone } from '#contract/values/masking.ts'
import { onRoll } from '#domain/units/units.contract.ts'
import { enterprisesSeen } from '#domain/people/archive.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { dictionaryLabel } from '#server/database/dictionary.ts'
import { renewResults } from '#domain/students/checkResults.ts'
import { type DuplicateRecords, keptPairs } from '#domain/students/duplicates.ts'
import type { Input } from '#server/call/serve.ts'
import { sexOut } from '#contract/values/sex.ts'
import { guardiansOfStudent } from '#domain/students/studentGuardians.ts'
import { unitNameOf } from '#domain/students/students.ts'
import { duplicate, mostPairs } from './duplicate.contract.ts'

const bureau = '020'

/** Reads the pairs of a school; of a bureau's own those that lie in two of its schools. */
export async function listPairs({ entNo, reason }: Input<typeof duplicate.getlist>, context: Context) {
  const { db, me, services } = context
  const isSeen = await enterprisesSeen(context, duplicate.getlist, entNo)
  const isBureau = me.idntNo === bureau && entNo === me.entNo
  const states = await renewResults(services, { kind: 'pairs', entNos: [entNo], rootNo: isBureau ? me.entNo : undefined })
  const { shown, recordCount } = await readPairs(db, { entNo, isSeen: isBureau ? isSeen : sql<boolean>`true`, reason })
  const sides = await readSides(db, shown)
  const datas = shown.flatMap(({ reasons, score, ...pair }) => {
    const one = sides.get(keyOf(pair.oneEntNo, pair.oneNo))
    const other = sides.get(keyOf(pair.otherEntNo, pair.otherNo))
    if (!one || !other) return []
    const isBack = [one, other].some(({ stt }) => !(onRoll as readonly string[]).includes(stt))
    return [{ one, other, reasons, score, backFlag: isBack ? ('1' as const) : ('0' as const) }]
  })
  return { datas, recordCount, staleFlag: states.get(entNo)?.isStale ? ('1' as const) : ('0' as const) }
}

type Sought = { entNo: string; isSeen: RawBuilder<boolean>; reason: string | undefined }

// Reads the kept pairs of which both lie in schools that are seen, the surest first.
async function readPairs(db: Db, { entNo, isSeen, reason }: Sought) {
  const seen = sql`(select e.ent_no from ent e where ${isSeen})`
  const wanted = sql`${keptPairs(entNo)} and p.one_ent_no in ${seen} and p.other_ent_no in ${seen}
    ${reason ? sql`and ${reason} = any(p.reasons)` : sql``}`
  const [pairs, counted] = await Promise.all([
    sql<DuplicateRecords>`select p.one_ent_no, p.one_no, p.other_ent_no, p.other_no, p.reasons, p.score ${wanted}
      order by p.score desc, p.one_no, p.other_no limit ${mostPairs}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n ${wanted}`.execute(db),
  ])
  return { shown: pairs.rows, recordCount: counted.rows[0]?.n ?? 0 }
}

const keyOf = (entNo: string, stuNo: string) => `${entNo} ${stuNo}`

/** Lists the columns that tell a student `s` of the enterprise `e` apart. */
export const sideColumns = [
  ...(['s.entNo', 'e.entName', 's.stuNo', 's.stuName', 's.sex', 's.stdyNo', 's.idNo', 's.brth', 's.authTel', 's.stt'] as const),
  unitNameOf.as('unitName'),
  dictionaryLabel('SEX', sql`case s.sex when 'F' then 'N' else s.sex end`).as('sexName'),
  dictionaryLabel('STU_STT', sql`s.stt`).as('sttName'),
  guardiansOfStudent(sql`jsonb_build_object('name', p.ptr_name)`).as('called'),
] as const

type Kept = { sex: string; idNo: string | null; authTel: string | null; called: { name: string }[] }

/** Returns it in the form of an answer. */
export const sideOut = <Row extends Kept>({ sex, idNo, authTel, called, ...row }: Row) => ({
  ...row,
  sex: sexOut(sex),
  idNo: idNo && hiddenNumber,
  authTel: authTel && maskPhone(authTel),
  ptrNames: called.map(({ name }) => name).join('、') || null,
})

async function readSides(db: Db, pairs: readonly DuplicateRecords[]) {
  const wanted = pairs.flatMap(({ oneEntNo, oneNo, otherEntNo, otherNo }) => [
    { entNo: oneEntNo, stuNo: oneNo },
    { entNo: otherEntNo, stuNo: otherNo },
  ])
  const [entNos, stuNos] = [wanted.map(({ entNo }) => entNo), wanted.map(({ stuNo }) => stuNo)]
  const rows = await db
    .selectFrom('stu as s')
    .innerJoin('ent as e', 'e.entNo', 's.entNo')
    .where(sql<boolean>`(s.ent_no, s.stu_no) in (select * from unnest(${entNos}::text[], ${stuNos}::text[]))`)
    .select(sideColumns)
    .execute()
  return new Map(rows.map((row) => [keyOf(row.entNo, row.stuNo), sideOut(row)]))
}
