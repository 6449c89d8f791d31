import { sql, type SqlBool } from 'kysely'
import type { Column, Values } from '#contract/form/column.ts'
import { partOf } from '#contract/form/catalogue.ts'
import { type Offered, type OfferedBy, readValues } from '#contract/form/values.ts'
import { maskIdNo, maskPhone } from '#contract/masking.ts'
import type { Db } from './database.ts'
import { itemsOf } from './dictionary.ts'
import { Fault } from './fault.ts'
import { found } from './rows.ts'
import type { Secret } from './secret.ts'

export type Form = { tmplNo: string; tmplName: string; typeNo: string; verNo: number; billClmns: Column[] }

/** The forms that can be filled in at the moment; `tmplNo` one of them. */
export async function readForms(
  db: Db,
  entNo: string,
  { typeNo = '', tmplNo = '' }: { typeNo?: string | undefined; tmplNo?: string },
) {
  const { rows } = await sql<Form>`select t.tmpl_no, t.tmpl_name, t.type_no, v.ver_no, v.bill_clmns
    from tmpl t join tmplver v on v.ent_no = t.ent_no and v.tmpl_no = t.tmpl_no and v.ver_no = t.ver_no
    where t.ent_no = ${entNo} and t.stt = '2' and ${typeNo} in ('', t.type_no) and ${tmplNo} in ('', t.tmpl_no)
    order by t.type_no, t.tmpl_no`.execute(db)
  return rows
}

/** The columns that a record was written with. */
export async function readColumns(db: Db, entNo: string, tmplNo: string, verNo: number): Promise<Column[]> {
  const { rows } = await sql<{ billClmns: Column[] }>`select bill_clmns from tmplver
    where ent_no = ${entNo} and tmpl_no = ${tmplNo} and ver_no = ${verNo}`.execute(db)
  return found(rows[0]).billClmns
}

const everyColumn = (columns: readonly Column[]) => columns.flatMap((column) => [column, ...column.clmns])

/** What the columns offer in an enterprise: their own choices, or those of their dictionaries, cascades with what lies below. */
export async function readOffered(db: Db, entNo: string, columns: readonly Column[]): Promise<OfferedBy> {
  const types = [...new Set(everyColumn(columns).flatMap(({ infoType }) => infoType ?? []))]
  const known = await readChoices(db, entNo, types)
  return ({ infoType, opts }) => (infoType ? (known.get(infoType) ?? []) : opts)
}

/** The values of dictionaries as choices, each with those of the dictionary below it (at most five levels). */
export async function readChoices(db: Db, entNo: string, types: readonly string[], depth = 5): Promise<Map<string, Offered[]>> {
  if (types.length === 0 || depth === 0) return new Map()
  const items = (await itemsOf(db, entNo, types)).filter(({ showFlag }) => showFlag === '1')
  const below = [...new Set(items.flatMap(({ chdTypeCode }) => chdTypeCode ?? []))].filter((type) => !types.includes(type))
  const further = await readChoices(db, entNo, below, depth - 1)
  const offer = ({ infoNo, chnName, chdTypeCode }: (typeof items)[number]): Offered => {
    const inside = chdTypeCode && further.get(chdTypeCode)
    return { val: infoNo, name: chnName, ...(inside && inside.length > 0 && { items: inside }) }
  }
  return new Map(types.map((type) => [type, items.filter(({ typeCode }) => typeCode === type).map(offer)]))
}

/** What was filled in, as it is kept; refuses it with everything that is wrong, by column. */
export async function readFilled(db: Db, entNo: string, columns: readonly Column[], given: Values): Promise<Values> {
  const { values, errors } = readValues(columns, given, await readOffered(db, entNo, columns))
  if (errors.length === 0) return values
  const told = errors.slice(0, 3).map(({ message }) => message)
  throw new Fault('invalid', told.join('；'), { errors: errors.slice(0, 20) })
}

const holdsFiles = (column: Column) => ['files', 'pictures'].includes(partOf(column)?.no ?? '')

/** The files that a form holds. */
export const filesIn = (columns: readonly Column[], values: Values): string[] =>
  columns
    .filter(holdsFiles)
    .flatMap(({ clmnNo }) => ((values[clmnNo] as { fileNo: string }[] | undefined) ?? []).map(({ fileNo }) => fileNo))

/** Refuses files that are not what the same person handed in; `also`: what else must be so of the file `f`. */
export async function checkFiles(db: Db, entNo: string, fileNos: readonly string[], userNo: string, also = sql<SqlBool>`true`) {
  if (fileNos.length === 0) return
  const { rows } = await sql`select f.file_no from file f where f.ent_no = ${entNo} and f.file_no = any(${fileNos})
    and f.user_no = ${userNo} and ${also}`.execute(db)
  if (rows.length < new Set(fileNos).size) throw new Fault('invalid', '有的文件已失效，请重新上传')
}

type Turn = { tel: (phone: string) => string; idNo: (idNo: string) => string }

/** Values with their phones and ID numbers turned, wherever they stand in the form. */
function turned(columns: readonly Column[], values: Values, turn: Turn): Values {
  const kept = { ...values }
  for (const column of columns) {
    const value = values[column.clmnNo]
    if (value === undefined) continue
    const part = partOf(column)?.no
    if (part === 'tel' || part === 'idNo') kept[column.clmnNo] = turn[part](value as string)
    if (part === 'person') {
      const { idNo, ...rest } = value as { idNo?: string }
      kept[column.clmnNo] = { ...rest, ...(idNo && { idNo: turn.idNo(idNo) }) }
    }
    if (part === 'table')
      kept[column.clmnNo] = (value as Values[]).map((row) => turned(column.clmns as unknown as Column[], row, turn))
  }
  return kept
}

const asItIs = (text: string) => text

/** Filled-in values as they are stored: ID numbers sealed. */
export const sealValues = (secret: Secret, columns: readonly Column[], values: Values) =>
  turned(columns, values, { tel: asItIs, idNo: secret.seal })

/** Stored values in clear. */
export const openValues = (secret: Secret, columns: readonly Column[], values: Values) =>
  turned(columns, values, { tel: asItIs, idNo: secret.open })

/** Stored values as people see them who may not see numbers in clear. */
export const maskValues = (secret: Secret, columns: readonly Column[], values: Values) =>
  turned(columns, values, { tel: maskPhone, idNo: (sealed) => maskIdNo(secret.open(sealed)) })
