import { sql } from 'kysely'
import type * as z from 'zod'
import { onRoll, StudentState } from '#domain/units/units.contract.ts'
import { enterprisesSeen } from '#domain/people/archive.ts'
import type { Context } from '#server/call/context.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { requireRow } from '#server/database/rows.ts'
import { hasOtherIdNo, type ComparedFacts } from '#domain/students/duplicateScore.ts'
import type { Secret } from '#server/database/secret.ts'
import type { Input } from '#server/call/serve.ts'
import { linkedGuardianOut, guardiansOfStudent, type KeptGuardian } from '#domain/students/studentGuardians.ts'
import { type Comparison, duplicate } from './duplicate.contract.ts'
import { sideColumns, sideOut } from './duplicate.list.ts'
import { labelVisibilityOf } from '#domain/students/labelVisibility.ts'
import { type MergeField, mergeFields } from './duplicate.parts.contract.ts'
import { comparableValue, readStudentFacts, factTexts, type DuplicateValues } from './duplicate.values.ts'

type At = { entNo: string; stuNo: string }

/** Compares both records of a pair side by side, sensitive values masked. */
export async function comparePair(input: Input<typeof duplicate.getpair>, context: Context): Promise<z.input<typeof Comparison>> {
  const { entNo, oneNo, otherNo, oneEntNo = entNo, otherEntNo = entNo } = input
  const { db, services } = context
  const isSeen = await enterprisesSeen(context, duplicate.getpair, entNo)
  const visibility = {
    secret: services.secret,
    sight: await labelVisibilityOf(context, entNo),
    words: await readDictionaryLabels(db, 'STU_LBL'),
  }
  const read = async (at: At) => ({ side: await readSide(context, at, isSeen), values: await readStudentFacts(db, at) })
  const one = await read({ entNo: oneEntNo, stuNo: oneNo })
  const other = await read({ entNo: otherEntNo, stuNo: otherNo })
  const [texts, others] = [factTexts(one.values, visibility), factTexts(other.values, visibility)]
  const stays = isFirst(one.side, other.side, (side) => filled(side === one.side ? texts : others) + side.ptrs.length)
  const isNewer = one.side.updTm === other.side.updTm ? stays : one.side.updTm > other.side.updTm
  // Fixes sex and birth date where the ID number gives them.
  const isTold = one.values.idNo !== null || other.values.idNo !== null
  const fields = mergeFields.map((field) => ({
    field,
    one: texts[field],
    other: others[field],
    differs: comparableValue(one.values, field, visibility) !== comparableValue(other.values, field, visibility),
    prefer: preferred(texts[field], others[field], field === 'unitNo' ? stays : isNewer),
    fixed: isTold && (field === 'sex' || field === 'brth'),
  }))
  const refusal = refusalOf(one.values, other.values, services.secret)
  return { one: one.side, other: other.side, fields, keep: stays ? 'one' : 'other', refusal }
}

// Prefers a filled-in value, and of two the newer.
const preferred = (one: string | null, other: string | null, isOne: boolean) =>
  one === null || (other !== null && !isOne) ? ('other' as const) : ('one' as const)

const filled = (texts: Record<MergeField, string | null>) => Object.values(texts).filter((text) => text !== null).length

type Side = Awaited<ReturnType<typeof readSide>>

async function readSide({ db }: Context, { entNo, stuNo }: At, isSeen: ReturnType<typeof sql<boolean>>) {
  const row = await db
    .selectFrom('stu as s')
    .innerJoin('ent as e', 'e.entNo', 's.entNo')
    .where('s.entNo', '=', entNo)
    .where('s.stuNo', '=', stuNo)
    .where('s.stt', '<>', StudentState.deleted)
    .where(isSeen)
    .select(sideColumns)
    .select(['s.updTm', 's.ver', guardiansOfStudent<KeptGuardian>().as('ptrs')])
    .select(
      sql<number>`(select count(*)::int from phtapply t where t.ent_no = s.ent_no and t.stu_no = s.stu_no and t.stt = '1')`.as(
        'applyCnt',
      ),
    )
    .executeTakeFirst()
  const { ptrs, ...side } = requireRow(row)
  return { ...sideOut(side), ptrs: ptrs.map(linkedGuardianOut) }
}

// Prefers the record on the roll, of two such the one with more facts, of two equal ones the older.
function isFirst(one: Side, other: Side, known: (side: Side) => number): boolean {
  const isHere = ({ stt }: Side) => Number((onRoll as readonly string[]).includes(stt))
  return isHere(one) === isHere(other) ? known(one) >= known(other) : isHere(one) > isHere(other)
}

function refusalOf(one: DuplicateValues, other: DuplicateValues, secret: Secret): string | null {
  if (one.entNo !== other.entNo) return '两条记录在两所学校，不能合并；请由学校确认转学'
  return refuseOthers(one, other, secret)
}

type Numbered = {
  stuName: string
  sex: string
  brth: string | null
  idNo: string | null
  idNoHash: string | null
  stdyNo: string | null
}

const told = ({ stuName, ...row }: Numbered): ComparedFacts => ({ ...row, name: stuName.replace(/[\s·]/g, '') })

/** Returns why two records of one school cannot be merged; null where they can. */
export const refuseOthers = (one: Numbered, other: Numbered, secret: Secret): string | null =>
  hasOtherIdNo(told(one), told(other), secret) ? '两人的身份证号不同，不是同一人；如有一个录错，请先改正再合并' : null
