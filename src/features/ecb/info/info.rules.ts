import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { isShippedItem, shippedDictionary } from './info.read.ts'

type Type = { typeCode: string; chnName: string; fixFlag: string; charName?: string | null; numName?: string | null }
type Item = Partial<Record<'charClmn' | 'chdTypeCode' | 'chdInfoNo', string | null>> & { numClmn?: number | null }

// Lists dictionaries that have a screen of their own.
const elsewhere: Record<string, string> = { IDNT: '身份目录', PWR: '操作权限' }

/** Throws invalid for a change of the values of a dictionary that has a screen of its own. */
export function refuseElsewhere({ typeCode, chnName }: Type) {
  const place = elsewhere[typeCode]
  if (place) throw invalidField('typeCode', `“${chnName}”在“${place}”中维护，请到那里修改`)
}

/** Throws invalid for adding, removing or loading values that the program itself knows. */
export function refuseFixedType(type: Type) {
  refuseElsewhere(type)
  if (type.fixFlag === '1')
    throw invalidField('typeCode', `“${type.chnName}”的值是程序自己的，只能改名称和说明，不能增加、删除、隐藏或停用`)
}

/**
 * Throws invalid for an item whose columns its type does not have, or whose child type does not exist or leads back. One that it
 * had `before` stays also where it is disabled by now.
 */
export async function checkDictionaryItem(db: Db, type: Type, item: Item, before?: Item) {
  const { charClmn, numClmn, chdTypeCode, chdInfoNo } = item
  if (charClmn && !type.charName) throw invalidField('charClmn', `“${type.chnName}”没有字符列，请先给类型填写字符列名`)
  if ((numClmn ?? null) !== null && !type.numName)
    throw invalidField('numClmn', `“${type.chnName}”没有数值列，请先给类型填写数值列名`)
  if (chdInfoNo && !chdTypeCode) throw invalidField('chdInfoNo', '请先选择下级类型，再选默认下级')
  if (!chdTypeCode) return
  // Serializes changes of child types: two that become each other's child at the same moment would not see each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('infotype children', 0))`.execute(db)
  const offered = async (table: 'infotype' | 'info', at: ReturnType<typeof sql<boolean>>) =>
    (await sql`select from ${sql.table(table)} where stt = ${Status.enabled} and ${at}`.execute(db)).rows.length > 0
  if (chdTypeCode !== before?.chdTypeCode && !(await offered('infotype', sql`type_code = ${chdTypeCode}`)))
    throw invalidField('chdTypeCode', `下级类型“${chdTypeCode}”不存在或已停用`)
  const isKept = chdTypeCode === before?.chdTypeCode && chdInfoNo === before?.chdInfoNo
  if (chdInfoNo && !isKept && !(await offered('info', sql`type_code = ${chdTypeCode} and info_no = ${chdInfoNo}`)))
    throw invalidField('chdInfoNo', `下级类型里没有“${chdInfoNo}”，或它已停用`)
  const way = await wayFrom(db, chdTypeCode, type.typeCode)
  if (way) throw invalidField('chdTypeCode', `下级类型会首尾相连：${[type.chnName, ...way].join(' → ')}`)
}

// Lists the names of the types on the way down from one to another; undefined where none leads there.
async function wayFrom(db: Db, from: string, to: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ names: string[] }>`
    with recursive edge as (
      select distinct type_code, chd_type_code from info where stt <> ${Status.deleted} and chd_type_code is not null
    ), way as (
      select ${from}::text as at, array[${from}::text] as path
      union all select e.chd_type_code, path || e.chd_type_code from way join edge e on e.type_code = way.at
        where e.chd_type_code <> all(path) and way.at <> ${to}
    )
    select array(select t.chn_name from unnest(way.path) with ordinality p (code, place) join infotype t on t.type_code = p.code
      order by p.place) as names
    from way where at = ${to} limit 1`.execute(db)
  return rows[0]?.names
}

/** Throws invalid for removing the name of a column that items have values in. */
export async function checkColumns(db: Db, { typeCode, charName, numName }: Type) {
  const { rows } = await sql<{ chars: number; nums: number }>`select count(char_clmn)::int as chars, count(num_clmn)::int as nums
    from info where type_code = ${typeCode} and stt <> ${Status.deleted}`.execute(db)
  const { chars = 0, nums = 0 } = rows[0] ?? {}
  if (!charName && chars > 0) throw invalidField('charName', `有 ${chars} 个值填了字符列，请先清空它们，再去掉列名`)
  if (!numName && nums > 0) throw invalidField('numName', `有 ${nums} 个值填了数值列，请先清空它们，再去掉列名`)
}

/** Throws inUse for deleting a type that ships, or that something uses. */
export async function checkTypeGoes({ db, inOwnTransaction, services }: Context, { typeCode, chnName }: Type) {
  if (shippedDictionary(typeCode)) throw new Fault('inUse', `“${chnName}”随产品提供，不能删除`)
  const { rows } = await sql<{ name: string }>`select distinct t.chn_name as name from info i join infotype t using (type_code)
    where i.chd_type_code = ${typeCode} and i.type_code <> ${typeCode} and i.stt <> ${Status.deleted} order by 1`.execute(db)
  if (rows.length > 0)
    throw new Fault('inUse', `“${chnName}”是${rows.map(({ name }) => `“${name}”`).join('、')}的下级类型，请先改掉`)
  const count = await inOwnTransaction((all) => usersOf(all, typeCode), { rootNo: services.rootNo })
  if (count > 0) throw new Fault('inUse', `${count} 家企业在字典选用里选用了“${chnName}”的值，请先恢复为使用全部值`)
}

/** Throws inUse for deleting a value that ships, or that something uses. */
export async function checkItemGoes(
  { db, inOwnTransaction, services }: Context,
  typeCode: string,
  infoNo: string,
  chnName: string,
) {
  if (isShippedItem(typeCode, infoNo)) throw new Fault('inUse', `“${chnName}”随产品提供，不能删除，可以改为不显示`)
  const { rows } = await sql<{ name: string }>`select chn_name as name from info
    where chd_type_code = ${typeCode} and chd_info_no = ${infoNo} and stt <> ${Status.deleted} order by 1 limit 1`.execute(db)
  if (rows[0]) throw new Fault('inUse', `“${chnName}”是“${rows[0].name}”的默认下级，请先改掉`)
  const count = await inOwnTransaction((all) => usersOf(all, typeCode, infoNo), { rootNo: services.rootNo })
  if (count > 0) throw new Fault('inUse', `${count} 家企业在字典选用里选用了“${chnName}”，不能删除，可以改为不显示`)
}

// Counts the enterprises that have chosen values of a dictionary, or one of them.
async function usersOf(db: Db, typeCode: string, infoNo?: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(distinct ent_no)::int as n from entinfo
    where type_code = ${typeCode} and info_no = coalesce(${infoNo ?? null}, info_no) and stt <> ${Status.deleted}`.execute(db)
  return rows[0]?.n ?? 0
}
