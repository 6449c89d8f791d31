import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import type { Context } from '#server/call/context.ts'
import { Fault, invalidField, takenField } from '#server/base/fault.ts'
import { pageAmong, updateRow, requireRow, softDelete } from '#server/database/rows.ts'
import { withKeyword } from '#server/base/search.ts'
import { includeDescendants } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { billtype } from './billtype.contract.ts'
import './billtype.table.ts'

const wanted = ['typeNo', 'typeName', 'minVal', 'maxVal', 'rem', 'stt', 'ver'] as const
type Row = { typeNo: string; typeName: string; minVal: number; maxVal: number; rem: string | null; stt: string; ver: number }

export const billtypeHandlers = serve(billtype, {
  async getpage({ stt, keyWord, pageIndex, pageSize }, context) {
    const { db } = context
    await includeDescendants(context, billtype.getpage)
    const rows = await db
      .selectFrom('billtype')
      .select(wanted)
      .select(
        sql<number>`(select count(*)::int from tmpl t where t.type_no = billtype.type_no and t.stt <> ${Status.deleted})`.as(
          'tmplCnt',
        ),
      )
      .where('stt', '<>', Status.deleted)
      .$if(stt !== undefined, (some) => some.where('stt', '=', stt as string))
      .orderBy('typeNo')
      .execute()
    const found = withKeyword(rows, keyWord, ({ typeName, typeNo }) => [typeName, typeNo])
    return pageAmong(await named(db, found), { pageIndex, pageSize })
  },

  async create({ typeNo, typeName, minVal, maxVal, rem = null }, { db }) {
    await checkSegment(db, { typeNo, minVal, maxVal })
    // Keeps a number with its type for good: templates of the deleted type name it.
    const made = await db
      .insertInto('billtype')
      .values({ typeNo, typeName, minVal, maxVal, rem })
      .onConflict((conflict) => conflict.column('typeNo').doNothing())
      .returning(wanted)
      .executeTakeFirst()
    if (!made) throw takenField('typeNo', `类型编号“${typeNo}”已被使用，删除过的编号也不能再用`)
    return (await named(db, [made]))[0] as Named
  },

  async update({ entNo: _, typeNo, ...changes }, { db }) {
    const before = requireRow(
      await db
        .selectFrom('billtype')
        .select(wanted)
        .where('typeNo', '=', typeNo)
        .where('stt', '<>', Status.deleted)
        .executeTakeFirst(),
    )
    const { minVal = before.minVal, maxVal = before.maxVal } = changes
    await checkSegment(db, { typeNo, minVal, maxVal })
    const changed = await updateRow(db, 'billtype', { typeNo }, changes, wanted)
    return (await named(db, [changed]))[0] as Named
  },

  async delete({ typeNo, ver }, context) {
    await softDelete(context.db, 'billtype', { typeNo }, ver)
    await refuseUsed(context, typeNo)
    return null
  },
})

const mostTold = 3

// Names templates of a type, in whatever enterprise they are.
async function refuseUsed({ inOwnTransaction, services: { rootNo } }: Context, typeNo: string) {
  const { rows } = await inOwnTransaction(
    (everywhere) =>
      sql<{ tmplName: string; entName: string; total: number }>`
      select t.tmpl_name, e.ent_name, (count(*) over ())::int as total from tmpl t join ent e using (ent_no)
      where t.type_no = ${typeNo} and t.stt <> ${Status.deleted} order by e.ent_name, t.tmpl_no limit ${mostTold}`.execute(
        everywhere,
      ),
    { rootNo },
  )
  const [first] = rows
  if (!first) return
  const names = rows.map(({ entName, tmplName }) => `${entName}的“${tmplName}”`).join('、')
  const more = first.total > rows.length ? `等 ${first.total} 个` : ''
  throw new Fault('inUse', `表单模板${names}${more}还是这个类型，删除它们以后才能删除；不再新建可以停用`)
}

type Named = Row & { sttName: string }

// Names every state but enabled as disabled (docs/spec/numbers.md#bill-types).
async function named<One extends Row>(db: Db, rows: One[]): Promise<(One & Named)[]> {
  const names = await readDictionaryLabels(db, 'STT')
  const nameOf = (stt: string) => names.get(stt === Status.enabled ? stt : Status.disabled) ?? ''
  return rows.map((row) => ({ ...row, sttName: nameOf(row.stt) }))
}

async function checkSegment(db: Db, { typeNo, minVal, maxVal }: Pick<Row, 'typeNo' | 'minVal' | 'maxVal'>) {
  if (minVal > maxVal) throw invalidField('maxVal', `截止号 ${maxVal} 小于起始号 ${minVal}`)
  // Serializes changes of segments: two at the same moment would not see each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('billtype', 0))`.execute(db)
  const other = await db
    .selectFrom('billtype')
    .select(wanted)
    .where('typeNo', '<>', typeNo)
    .where('stt', '<>', Status.deleted)
    .where('minVal', '<=', maxVal)
    .where('maxVal', '>=', minVal)
    .orderBy('minVal')
    .executeTakeFirst()
  if (other)
    throw invalidField('minVal', `号段与“${other.typeName}”的 ${other.minVal} 至 ${other.maxVal} 重叠，请改起始号或截止号`)
}
