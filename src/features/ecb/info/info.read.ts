import { type RawBuilder, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { type Dictionary, isOpenList, shippedDictionaries } from '#server/reference/dictionaries.ts'
import { requireRow, pageOf, type PageInput } from '#server/database/rows.ts'
import { likeOf } from '#server/base/search.ts'

let known: ReadonlyMap<string, Dictionary> | undefined

/** Returns the dictionary as it came with the product, by its code; undefined where it did not. */
export const shippedDictionary = (typeCode: string): Dictionary | undefined =>
  (known ??= new Map(shippedDictionaries().map((one) => [one.typeCode, one]))).get(typeCode)

/** Tells whether a value came with the product. */
export const isShippedItem = (typeCode: string, infoNo: string) =>
  shippedDictionary(typeCode)?.items.some((item) => item.infoNo === infoNo) ?? false

const types = (db: Db, keyWord?: string) => {
  const word = likeOf(keyWord)
  return db
    .selectFrom('infotype as t')
    .select(['t.typeCode', 't.chnName', 't.engName', 't.des', 't.charName', 't.numName', 't.fixFlag', 't.verNo', 't.ver'])
    .select(
      sql<number>`(select count(*)::int from info i where i.type_code = t.type_code and i.stt <> ${Status.deleted})`.as(
        'itemCnt',
      ),
    )
    .where('t.stt', '<>', Status.deleted)
    .$if(!!keyWord, (list) =>
      list.where(
        sql<boolean>`(lower(t.chn_name) like ${word} or lower(t.type_code) like ${word} or lower(t.eng_name) like ${word})`,
      ),
    )
}

function asType<Row extends { typeCode: string; fixFlag: string; verNo: string | null }>(row: Row) {
  const source = shippedDictionary(row.typeCode)
  const flag = (is: boolean) => (is ? ('1' as const) : ('0' as const))
  const isFixed = row.fixFlag === '1'
  const srcType = isFixed ? '1' : isOpenList(row.typeCode) ? '2' : source ? '3' : '4'
  const newVer = source && !isFixed && source.verNo !== row.verNo ? source.verNo : null
  return { ...row, fixFlag: flag(isFixed), srcType, newVer }
}

/** Reads all types that match a keyword. */
export const typesFitting = async (db: Db, keyWord?: string) =>
  (await types(db, keyWord).orderBy('t.typeCode').execute()).map(asType)

export async function typePage(db: Db, { keyWord, ...at }: PageInput & { keyWord?: string | undefined }) {
  const { datas, ...rest } = await pageOf(types(db, keyWord), ['typeCode'], at)
  return { ...rest, datas: datas.map(asType) }
}

/** Reads one live type. Throws notFound where there is none. */
export const requireType = async (db: Db, typeCode: string) =>
  asType(requireRow(await types(db).where('t.typeCode', '=', typeCode).executeTakeFirst()))

const items = (db: Db, typeCode: string) =>
  db
    .selectFrom('info as i')
    .select(['i.typeCode', 'i.infoNo', 'i.chnName', 'i.engName', 'i.des', 'i.charClmn', 'i.numClmn', 'i.chdTypeCode'])
    .select(['i.chdInfoNo', 'i.showOrd', 'i.ver', 'i.showFlag'])
    .select(sql<string | null>`(select t.chn_name from infotype t where t.type_code = i.chd_type_code)`.as('chdTypeName'))
    .where('i.typeCode', '=', typeCode)
    .where('i.stt', '<>', Status.deleted)

const asItem = <Row extends { typeCode: string; infoNo: string; showFlag: string }>(row: Row) => ({
  ...row,
  showFlag: row.showFlag === '1' ? ('1' as const) : ('0' as const),
  fixFlag: isShippedItem(row.typeCode, row.infoNo) ? ('1' as const) : ('0' as const),
})

type Asked = PageInput & { typeCode: string; keyWord?: string | undefined; showFlag?: string | undefined }

export async function itemPage(db: Db, { typeCode, keyWord, showFlag, ...at }: Asked) {
  await requireType(db, typeCode)
  const word = likeOf(keyWord)
  const list = items(db, typeCode)
    .$if(showFlag !== undefined, (some) => some.where('i.showFlag', '=', showFlag as string))
    .$if(!!keyWord, (some) =>
      some.where(
        sql<boolean>`(lower(i.chn_name) like ${word} or lower(i.info_no) like ${word} or lower(i.eng_name) like ${word})`,
      ),
    )
  const { datas, ...rest } = await pageOf(list, ['showOrd', 'infoNo'], at)
  return { ...rest, datas: datas.map(asItem) }
}

/** Reads one live item. Throws notFound where there is none. */
export const itemOf = async (db: Db, typeCode: string, infoNo: string) =>
  asItem(requireRow(await items(db, typeCode).where('i.infoNo', '=', infoNo).executeTakeFirst()))

/** Selects all live items, in order. */
export const allItems = (db: Db, typeCode: string) => items(db, typeCode).orderBy('i.showOrd').orderBy('i.infoNo').execute()

/** Selects the next place at the end of a dictionary. */
export const lastPlace = (typeCode: string): RawBuilder<number> =>
  sql`(select coalesce(max(show_ord), 0) from info where type_code = ${typeCode} and stt <> ${Status.deleted})`
