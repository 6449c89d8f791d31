import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { Fault } from '#server/base/fault.ts'
import { updateRow, requireRow, pageOf, softDelete } from '#server/database/rows.ts'
import { likeOf } from '#server/base/search.ts'
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
    const word = likeOf(keyWord)
    const list = db
      .selectFrom('billtype')
      .select(wanted)
      .select(
        sql<number>`(select count(*)::int from tmpl t where t.type_no = billtype.type_no and t.stt <> ${Status.deleted})`.as(
          'tmplCnt',
        ),
      )
      .where('stt', '<>', Status.deleted)
      .$if(stt !== undefined, (some) => some.where('stt', '=', stt as string))
      .$if(!!keyWord, (some) => some.where(sql<boolean>`(lower(type_name) like ${word} or type_no like ${word})`))
    const { datas, ...rest } = await pageOf(list, ['typeNo'], { pageIndex, pageSize })
    return { ...rest, datas: await named(db, datas) }
  },

  async create({ typeNo, typeName, minVal, maxVal, rem = null }, { db }) {
    await checkSegment(db, { typeNo, minVal, maxVal })
    // Reuses a deleted number.
    const { rows } = await sql<Row>`insert into billtype as b (type_no, type_name, min_val, max_val, rem)
      values (${typeNo}, ${typeName}, ${minVal}, ${maxVal}, ${rem})
      on conflict (type_no) do update set type_name = excluded.type_name, min_val = excluded.min_val, max_val = excluded.max_val,
        rem = excluded.rem, stt = excluded.stt where b.stt = ${Status.deleted}
      returning ${sql.join(wanted.map((name) => sql.ref(name)))}`.execute(db)
    const [made] = rows
    if (!made) throw refusal('taken', 'typeNo', `类型编号“${typeNo}”已被使用`)
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

  delete: ({ typeNo, ver }, { db }) => softDelete(db, 'billtype', { typeNo }, ver),
})

type Named = Row & { sttName: string }

// Names every state but enabled as disabled (docs/spec/numbers.md#bill-types).
async function named<One extends Row>(db: Db, rows: One[]): Promise<(One & Named)[]> {
  const names = await readDictionaryLabels(db, 'STT')
  const nameOf = (stt: string) => names.get(stt === Status.enabled ? stt : Status.disabled) ?? ''
  return rows.map((row) => ({ ...row, sttName: nameOf(row.stt) }))
}

async function checkSegment(db: Db, { typeNo, minVal, maxVal }: Pick<Row, 'typeNo' | 'minVal' | 'maxVal'>) {
  if (minVal > maxVal) throw refusal('invalid', 'maxVal', `截止号 ${maxVal} 小于起始号 ${minVal}`)
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
    throw refusal('invalid', 'minVal', `号段与“${other.typeName}”的 ${other.minVal} 至 ${other.maxVal} 重叠，请改起始号或截止号`)
}

const refusal = (kind: 'taken' | 'invalid', field: string, message: string) =>
  new Fault(kind, message, { errors: [{ field, message }] })
