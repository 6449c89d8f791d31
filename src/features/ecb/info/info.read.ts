import { type RawBuilder, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { type Dictionary, isOpenList, shippedDictionaries } from '#server/reference/dictionaries.ts'
import { requireRow, pageAmong, pageOf, type PageInput } from '#server/database/rows.ts'
import { withKeyword } from '#server/base/search.ts'

let known: ReadonlyMap<string, Dictionary> | undefined

/** Returns the dictionary as it came with the product, by its code; undefined where it did not. */
export const shippedDictionary = (typeCode: string): Dictionary | undefined =>
  (known ??= new Map(shippedDictionaries().map((one) => [one.typeCode, one]))).get(typeCode)

/** Tells whether a value came with the product. */
export const isShippedItem = (typeCode: string, infoNo: string) =>
  shippedDictionary(typeCode)?.items.some((item) => item.infoNo === infoNo) ?? false

const types = (db: Db) =>
  db
    .selectFrom('infotype as t')
    .select([
      't.typeCode',
      't.chnName',
      't.engName',
      't.des',
      't.charName',
      't.numName',
      't.fixFlag',
      't.verNo',
      't.stt',
      't.ver',
    ])
    .select(
      sql<number>`(select count(*)::int from info i where i.type_code = t.type_code and i.stt <> ${Status.deleted})`.as(
        'itemCnt',
      ),
    )
    .where('t.stt', '<>', Status.deleted)

function asType<Row extends { typeCode: string; fixFlag: string; verNo: string | null }>(row: Row) {
  const source = shippedDictionary(row.typeCode)
  const flag = (is: boolean) => (is ? ('1' as const) : ('0' as const))
  const isFixed = row.fixFlag === '1'
  const srcType = isFixed ? '1' : isOpenList(row.typeCode) ? '2' : source ? '3' : '4'
  const newVer = source && !isFixed && source.verNo !== row.verNo ? source.verNo : null
  return { ...row, fixFlag: flag(isFixed), srcType, newVer }
}

type Filter = { stt?: string | undefined; keyWord?: string | undefined }

/** Reads all types of a state that match a keyword. */
export async function typesFitting(db: Db, { stt, keyWord }: Filter) {
  const rows = await types(db)
    .$if(stt !== undefined, (list) => list.where('t.stt', '=', stt as string))
    .orderBy('t.typeCode')
    .execute()
  return withKeyword(rows, keyWord, ({ chnName, typeCode, engName }) => [chnName, typeCode, engName]).map(asType)
}

export const typePage = async (db: Db, { pageIndex, pageSize, ...filter }: PageInput & Filter) =>
  pageAmong(await typesFitting(db, filter), { pageIndex, pageSize })

/** Reads one live type. Throws notFound where there is none. */
export const requireType = async (db: Db, typeCode: string) =>
  asType(requireRow(await types(db).where('t.typeCode', '=', typeCode).executeTakeFirst()))

const items = (db: Db, typeCode: string) =>
  db
    .selectFrom('info as i')
    .select(['i.typeCode', 'i.infoNo', 'i.chnName', 'i.engName', 'i.des', 'i.charClmn', 'i.numClmn', 'i.chdTypeCode'])
    .select(['i.chdInfoNo', 'i.showOrd', 'i.stt', 'i.ver', 'i.showFlag'])
    .select(sql<string | null>`(select t.chn_name from infotype t where t.type_code = i.chd_type_code)`.as('chdTypeName'))
    .where('i.typeCode', '=', typeCode)
    .where('i.stt', '<>', Status.deleted)

const asItem = <Row extends { typeCode: string; infoNo: string; showFlag: string }>(row: Row) => ({
  ...row,
  showFlag: row.showFlag === '1' ? ('1' as const) : ('0' as const),
  fixFlag: isShippedItem(row.typeCode, row.infoNo) ? ('1' as const) : ('0' as const),
})

type Asked = PageInput & Filter & { typeCode: string; showFlag?: string | undefined }

export async function itemPage(db: Db, { typeCode, stt, keyWord, showFlag, ...at }: Asked) {
  await requireType(db, typeCode)
  const list = items(db, typeCode)
    .$if(stt !== undefined, (some) => some.where('i.stt', '=', stt as string))
    .$if(showFlag !== undefined, (some) => some.where('i.showFlag', '=', showFlag as string))
  const shown = keyWord
    ? pageAmong(
        withKeyword(await inOrder(list).execute(), keyWord, ({ chnName, infoNo, engName }) => [chnName, infoNo, engName]),
        at,
      )
    : await pageOf(list, ['showOrd', 'infoNo'], at)
  return { ...shown, datas: shown.datas.map(asItem) }
}

/** Reads one live item. Throws notFound where there is none. */
export const itemOf = async (db: Db, typeCode: string, infoNo: string) =>
  asItem(requireRow(await items(db, typeCode).where('i.infoNo', '=', infoNo).executeTakeFirst()))

/** Selects all live items, in order. */
export const allItems = (db: Db, typeCode: string) => inOrder(items(db, typeCode)).execute()

const inOrder = (list: ReturnType<typeof items>) => list.orderBy('i.showOrd').orderBy('i.infoNo')

/** Selects the next place at the end of a dictionary. */
export const lastPlace = (typeCode: string): RawBuilder<number> =>
  sql`(select coalesce(max(show_ord), 0) from info where type_code = ${typeCode} and stt <> ${Status.deleted})`
