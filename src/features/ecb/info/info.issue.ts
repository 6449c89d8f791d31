import { sql } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { updateRow } from '#server/database/rows.ts'
import type { LoadDifference, TableRow } from './info.contract.ts'
import { allItems, lastPlace, shippedDictionary, requireType } from './info.read.ts'
import { refuseFixedType } from './info.rules.ts'

type Row = TableRow & { showOrd?: number }
type Table = { verNo: string | null; rows: Row[] }
type Changes = z.output<typeof LoadDifference>

const compared = ['chnName', 'engName', 'charClmn', 'numClmn'] as const
const textOf = (value: string | number | null | undefined) =>
  value === null || value === undefined || value === '' ? null : String(value)

// Returns the given table, or the one that came with the product.
function tableFor(typeCode: string, chnName: string, given: TableRow[] | undefined): Table {
  if (given) return { verNo: null, rows: given }
  const source = shippedDictionary(typeCode)
  if (!source) throw new Fault('invalid', `“${chnName}”不是随产品提供的，请粘贴要载入的值`)
  const rows = source.items.map(({ infoNo, chnName, charClmn, showOrd }) => ({
    infoNo,
    chnName,
    showOrd,
    ...(source.charName && { charClmn }),
  }))
  return { verNo: source.verNo, rows }
}

/** Compares a table with a dictionary. */
export async function compareDictionary(db: Db, typeCode: string, given: TableRow[] | undefined) {
  const type = await requireType(db, typeCode)
  refuseFixedType(type)
  const { verNo, rows } = tableFor(typeCode, type.chnName, given)
  checkRows(rows, type)
  const loaded = new Map((await allItems(db, typeCode)).map((item) => [item.infoNo, item]))
  const named = new Set(rows.map(({ infoNo }) => infoNo))
  const added = rows.filter(({ infoNo }) => !loaded.has(infoNo))
  await refuseReused(db, typeCode, added)
  const changes = rows.flatMap((row) => {
    const item = loaded.get(row.infoNo)
    if (!item) return []
    return compared.flatMap((field) => {
      const [before, after] = [textOf(item[field]), textOf(row[field])]
      return row[field] === undefined || before === after
        ? []
        : [{ infoNo: row.infoNo, chnName: item.chnName, field, before, after }]
    })
  })
  const gone = [...loaded.values()].filter(({ infoNo, showFlag }) => showFlag === '1' && !named.has(infoNo))
  const difference: Changes = {
    typeCode,
    nowVer: type.verNo,
    newVer: verNo,
    adds: added.map(({ infoNo, chnName }) => ({ infoNo, chnName })),
    changes,
    gone: gone.map(({ infoNo, chnName }) => ({ infoNo, chnName })),
  }
  return { difference, added }
}

type Loading = { typeCode: string; items?: TableRow[] | undefined; verNo?: string | undefined; keepFlag: '0' | '1' }

/** Brings a table into a dictionary: new values are added, changed ones changed, missing ones hidden; none is deleted. */
export async function loadDictionary(db: Db, { typeCode, items, verNo, keepFlag }: Loading) {
  await sql`select from infotype where type_code = ${typeCode} for update`.execute(db)
  const { difference, added } = await compareDictionary(db, typeCode, items)
  await add(db, typeCode, added)
  await alter(db, typeCode, difference.changes)
  const hidden = keepFlag === '1' ? [] : difference.gone.map(({ infoNo }) => infoNo)
  await sql`update info set show_flag = '0' where type_code = ${typeCode} and info_no = any(${hidden})`.execute(db)
  const issue = difference.newVer ?? verNo
  if (issue !== undefined) await updateRow(db, 'infotype', { typeCode }, { verNo: issue }, [])
  return { ...difference, gone: keepFlag === '1' ? [] : difference.gone }
}

// Brings deleted values of the table back.
async function add(db: Db, typeCode: string, rows: Row[]) {
  if (rows.length === 0) return
  const json = rows.map(({ infoNo, chnName, engName, charClmn, numClmn, showOrd }, i) => ({
    info_no: infoNo,
    chn_name: chnName,
    eng_name: engName,
    char_clmn: charClmn,
    num_clmn: numClmn,
    show_ord: showOrd,
    place: (i + 1) * 10,
  }))
  await sql`insert into info as i (type_code, info_no, chn_name, eng_name, char_clmn, num_clmn, show_ord)
    select ${typeCode}, n.info_no, n.chn_name, n.eng_name, n.char_clmn, n.num_clmn, coalesce(n.show_ord, ${lastPlace(typeCode)} + n.place)
    from jsonb_to_recordset(${JSON.stringify(json)}::jsonb)
      n (info_no text, chn_name text, eng_name text, char_clmn text, num_clmn numeric, show_ord int, place int)
    on conflict (type_code, info_no) do update set chn_name = excluded.chn_name, eng_name = excluded.eng_name, des = null,
      char_clmn = excluded.char_clmn, num_clmn = excluded.num_clmn, show_ord = excluded.show_ord, show_flag = '1',
      chd_type_code = null, chd_info_no = null, stt = excluded.stt where i.stt = ${Status.deleted}`.execute(db)
}

async function alter(db: Db, typeCode: string, changes: Changes['changes']) {
  for (const field of compared) {
    const some = changes.filter((one) => one.field === field)
    if (some.length === 0) continue
    const values = JSON.stringify(some.map(({ infoNo, after }) => ({ info_no: infoNo, val: after })))
    const val = field === 'numClmn' ? sql`n.val::numeric` : sql`n.val`
    await sql`update info i set ${sql.ref(field)} = ${val} from jsonb_to_recordset(${values}::jsonb) n (info_no text, val text)
      where i.type_code = ${typeCode} and i.info_no = n.info_no`.execute(db)
  }
}

function checkRows(
  rows: Row[],
  { chnName, charName, numName }: { chnName: string; charName: string | null; numName: string | null },
) {
  const seen = new Set<string>()
  for (const { infoNo, charClmn, numClmn } of rows) {
    if (seen.has(infoNo)) throw wrong(`编号“${infoNo}”在表里有两行，请只留一行`)
    seen.add(infoNo)
    if (charClmn && !charName) throw wrong(`“${chnName}”没有字符列，请先给类型填写字符列名`)
    if ((numClmn ?? null) !== null && !numName) throw wrong(`“${chnName}”没有数值列，请先给类型填写数值列名`)
  }
}

// Refuses the number of a deleted value for another one: old records hold it.
async function refuseReused(db: Db, typeCode: string, added: Row[]) {
  const names = new Map(added.map(({ infoNo, chnName }) => [infoNo, chnName]))
  const deleted = await db
    .selectFrom('info')
    .select(['infoNo', 'chnName'])
    .where('typeCode', '=', typeCode)
    .where('stt', '=', Status.deleted)
    .orderBy('infoNo')
    .execute()
  const other = deleted.find(({ infoNo, chnName }) => (names.get(infoNo) ?? chnName) !== chnName)
  if (other)
    throw wrong(
      `编号“${other.infoNo}”曾是“${other.chnName}”，删除后也不能给“${names.get(other.infoNo)}”用；请换一个编号，或先在操作记录里恢复它`,
    )
}

const wrong = (message: string) => invalidField('items', message)
