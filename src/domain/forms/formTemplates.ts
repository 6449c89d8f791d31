import { sql } from 'kysely'
import { archiveFieldOf } from '#contract/form/archiveFields.ts'
import type { Column, FormSettings, FormValues, TableColumn } from '#contract/form/column.ts'
import { typesOf } from '#contract/uploadFilters.ts'
import { partOf } from '#contract/form/catalogue.ts'
import { valueWords } from '#contract/form/words.ts'
import { filledElsewhere } from '#contract/form/initial.ts'
import { readFilledForm } from '#contract/form/readValues.ts'
import type { FormChoices } from '#contract/form/formChoices.ts'
import type { Offered, OfferedBy } from '#contract/form/values.ts'
import { maskEmail, hiddenNumber, maskPhone, maskText } from '#contract/values/masking.ts'
import type { Db } from '#server/database/database.ts'
import { itemsOf } from '#server/database/dictionary.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'

type FormTemplate = { tmplNo: string; tmplName: string; typeNo: string; verNo: number; billClmns: Column[]; sets: FormSettings }

/** Reads the forms that can be filled in now; `tmplNo` one of them. */
export async function readFormTemplates(
  db: Db,
  entNo: string,
  { typeNo = '', tmplNo = '' }: { typeNo?: string | undefined; tmplNo?: string },
) {
  const { rows } = await sql<FormTemplate>`select t.tmpl_no, t.tmpl_name, t.type_no, v.ver_no, v.bill_clmns, v.sets
    from tmpl t join tmplver v on v.ent_no = t.ent_no and v.tmpl_no = t.tmpl_no and v.ver_no = t.ver_no
    where t.ent_no = ${entNo} and t.stt = '2' and ${typeNo} in ('', t.type_no) and ${tmplNo} in ('', t.tmpl_no)
    order by t.type_no, t.tmpl_no`.execute(db)
  return rows.map((row) => ({ ...row, sets: settingsFrom(row.sets) }))
}

/** Finds a published form that can be handed out or handed in. Throws invalid for others, at `tmplNo`. */
export async function requireFillable(db: Db, entNo: string, tmplNo: string): Promise<FormTemplate> {
  const [template] = await readFormTemplates(db, entNo, { tmplNo })
  if (!template) throw invalidField('tmplNo', '这个表单模板不存在，或没有发布')
  if (filledElsewhere.includes(template.typeNo))
    throw invalidField('tmplNo', '访客单、活动报名表和会议回执在各自的地方填写，请换一张表单')
  return template
}

/** Describes a form as it is filled in. */
export type FormVersion = { billClmns: Column[]; sets: FormSettings }

/** Returns the settings of a form, all of them, from those that are stored: the ones that are on. */
export const settingsFrom = (stored: unknown): FormSettings => ({
  singleFlag: '0',
  scoreFlag: '0',
  ...(stored as Partial<FormSettings>),
})

/** Reads the form that a record was written with. Throws notFound where there is no such version. */
export async function readVersion(db: Db, entNo: string, tmplNo: string, verNo: number): Promise<FormVersion> {
  const { rows } = await sql<FormVersion>`select bill_clmns, sets from tmplver
    where ent_no = ${entNo} and tmpl_no = ${tmplNo} and ver_no = ${verNo}`.execute(db)
  const { billClmns, sets } = requireRow(rows[0])
  return { billClmns, sets: settingsFrom(sets) }
}

/** Reads the columns that a record was written with. Throws notFound where there is no such version. */
export const readColumns = async (db: Db, entNo: string, tmplNo: string, verNo: number): Promise<Column[]> =>
  (await readVersion(db, entNo, tmplNo, verNo)).billClmns

const everyColumn = (columns: readonly Column[]) => columns.flatMap((column) => [column, ...column.clmns])

const dictionariesOf = (columns: readonly Column[]) => [
  ...new Set(everyColumn(columns).flatMap(({ infoType }) => infoType ?? [])),
]

/**
 * Reads the choices of the columns in an enterprise: their own, or those of their dictionaries, cascades with their lower levels.
 */
export async function readOffered(db: Db, entNo: string, columns: readonly Column[]): Promise<OfferedBy> {
  const known = await readChoices(db, entNo, dictionariesOf(columns))
  return ({ infoType, opts }) => (infoType ? (known.get(infoType) ?? []) : opts)
}

/** Reads the values of dictionaries as choices, each with those of the dictionary below it (at most five levels). */
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

type Choice = FormChoices[number]['items'][number]
const choiceOf = ({ val, name, items = [] }: Offered): Choice => ({ val, name, items: items.map(choiceOf) })

/** Reads all that the columns offer from dictionaries, for whoever may not read these. */
export async function readFormChoices(db: Db, entNo: string, columns: readonly Column[]): Promise<FormChoices> {
  const known = await readChoices(db, entNo, dictionariesOf(columns))
  return [...known].map(([typeCode, items]) => ({ typeCode, items: items.map(choiceOf) }))
}

/** Returns the filled-in values as they are stored. Throws invalid with every error, by column. */
export async function readFilled(db: Db, entNo: string, columns: readonly Column[], given: FormValues): Promise<FormValues> {
  const { values, errors } = readFilledForm(columns, given, await readOffered(db, entNo, columns))
  if (errors.length === 0) return values
  const told = errors.slice(0, 3).map(({ message }) => message)
  throw new Fault('invalid', told.join('；'), { errors: errors.slice(0, 20) })
}

/** Tells whether a field holds files. */
export const holdsFiles = (column: Column) => ['files', 'pictures'].includes(partOf(column)?.no ?? '')

const filesOf = ({ clmnNo }: Column, values: FormValues) =>
  ((values[clmnNo] as { fileNo: string }[] | undefined) ?? []).map(({ fileNo }) => fileNo)

/** Lists the files that a form holds. */
export const filesIn = (columns: readonly Column[], values: FormValues): string[] =>
  columns.filter(holdsFiles).flatMap((column) => filesOf(column, values))

/** Describes a file that a form may hold; the type is left out of one that was in it before. */
export type KnownFile = { fileNo: string; type?: string }

/** Throws invalid, by the column, for a form that holds other files than these, or of a type that the column does not take. */
export function refuseOtherFiles(columns: readonly Column[], values: FormValues, known: readonly KnownFile[]) {
  const types = new Map(known.map(({ fileNo, type }) => [fileNo, type]))
  const errors = columns.filter(holdsFiles).flatMap((column) => {
    const { clmnNo: field, clmnName } = column
    const held = filesOf(column, values)
    if (held.some((fileNo) => !types.has(fileNo))) return [{ field, message: `${clmnName}里有的文件已失效，请重新上传` }]
    const taken = column.types && typesOf(column.types)
    const isOdd = taken && held.some((fileNo) => !taken.includes(types.get(fileNo) ?? taken[0] ?? ''))
    return isOdd ? [{ field, message: `${clmnName}只能是 ${taken.join('、')}` }] : []
  })
  if (errors[0]) throw new Fault('invalid', errors[0].message, { errors })
}

/** Refuses a form with files that are not what this person handed in, nor were in it `before`. */
export async function checkFormFiles(
  db: Db,
  of: { entNo: string; userNo: string },
  { columns, values, before = [] }: { columns: readonly Column[]; values: FormValues; before?: readonly string[] | undefined },
) {
  const fileNos = filesIn(columns, values)
  if (fileNos.length === 0) return
  const { rows } = await sql<KnownFile>`select f.file_no, f.type from file f where f.ent_no = ${of.entNo}
    and f.file_no = any(${fileNos}) and f.user_no = ${of.userNo}`.execute(db)
  refuseOtherFiles(columns, values, [...before.map((fileNo) => ({ fileNo })), ...rows])
}

type Turn = Partial<Record<'tel' | 'idNo' | 'email' | 'adr' | 'text', (text: string) => string>>
const asItIs = (text: string) => text

/** Converts the numbers and addresses among values, wherever they stand in the form. */
function turned(columns: readonly (Column | TableColumn)[], values: FormValues, turn: Turn): FormValues {
  const kept = { ...values }
  for (const column of columns) {
    const value = values[column.clmnNo]
    if (value === undefined) continue
    const part = partOf(column)?.no
    if (part === 'tel' || part === 'idNo' || part === 'email') kept[column.clmnNo] = (turn[part] ?? asItIs)(value as string)
    if (isHiddenText(column)) kept[column.clmnNo] = (turn.text ?? asItIs)(value as string)
    if (part === 'person') kept[column.clmnNo] = turnedIn(value as FormValues, 'idNo', turn)
    if (part === 'area') kept[column.clmnNo] = turnedIn(value as FormValues, 'adr', turn)
    if (part === 'table') kept[column.clmnNo] = (value as FormValues[]).map((row) => turned((column as Column).clmns, row, turn))
  }
  return kept
}

// Tells whether a text is about a field that archives hide.
const isHiddenText = (column: Column | TableColumn) => 'arcFld' in column && archiveFieldOf(column.arcFld)?.mask === 'text'

const turnedIn = (value: FormValues, name: 'idNo' | 'adr', turn: Turn) =>
  value[name] ? { ...value, [name]: (turn[name] ?? asItIs)(value[name] as string) } : value

/** Returns filled-in values as they are stored: ID numbers encrypted. */
export const sealValues = (secret: Secret, columns: readonly Column[], values: FormValues) =>
  turned(columns, values, { idNo: secret.seal })

/** Returns stored values in clear. */
export const openValues = (secret: Secret, columns: readonly Column[], values: FormValues) =>
  turned(columns, values, { idNo: secret.open })

/**
 * Returns the value of one column, in clear and in words; null where it holds nothing. Throws notFound for a column that the form
 * does not have.
 */
export async function clearWords(
  db: Db,
  secret: Secret,
  entNo: string,
  { columns, values, clmnNo }: { columns: readonly Column[]; values: FormValues; clmnNo: string },
) {
  const column = requireRow(columns.find((one) => one.clmnNo === clmnNo))
  const held = openValues(secret, [column], values)[clmnNo]
  return valueWords(column, held, await readOffered(db, entNo, [column])) || null
}

/** Returns stored values for people who may not see numbers and addresses in clear. */
export const maskValues = (columns: readonly Column[], values: FormValues) =>
  turned(columns, values, {
    tel: maskPhone,
    idNo: () => hiddenNumber,
    email: maskEmail,
    adr: maskText,
    text: maskText,
  })
