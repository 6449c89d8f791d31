import { sql } from 'kysely'
import * as z from 'zod'
import { actionNames, actions } from '#contract/access.ts'
import { unwrapSchema, metaOf } from '#contract/explain.ts'
import { hiddenNumber, maskAccount, maskPhone, maskText } from '#contract/values/masking.ts'
import { hideNumbersIn } from '#contract/values/personalNumbers.ts'
import { modules } from '#contract/modules.ts'
import type { DeedPart } from '#contract/timeline.ts'
import { type DatabaseCatalog, nameColumn, readDatabaseCatalog, type CatalogTable } from '#server/database/databaseCatalog.ts'
import type { Db } from '#server/database/database.ts'
import { type Fields, tableOf as describedTable } from '#server/database/tables.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { isSealed, type Secret } from '#server/database/secret.ts'
import { holdsSex, sexOut } from '#contract/values/sex.ts'
import { columnsEqual, rowsFromJson } from './undoPlan.ts'
import { wordOf } from './recordNames.ts'
import { rowNameOf } from './rowNames.ts'
import { camelOf, snakeOf } from '#server/base/wireNames.ts'

type Row = Record<string, unknown>

/**
 * Describes the change of one row: its key, and the row before and after (null where it did not exist, or was only looked at).
 */
export type RowChange = {
  tbl: string
  key: Record<string, string>
  act: DeedPart['act']
  before: Row | null
  after: Row | null
}

/** Tells whether a field can be given the value again that a row had. */
export type MayRestore = (table: string, field: string, was: Row) => boolean

/** Returns the labels of a student in a row that the caller sees. */
type LabelSight = (wts: string, row: Row) => string

type Asked = {
  db: Db
  secret: Secret
  entNo: string
  /** Returns the fields of a table that are shown. */
  fieldsOf: (table: string) => Fields
  /** Names the record whose history it is: its table, and its key column, whose number is not repeated. */
  record?: { table: string; column: string }
  seenLabels?: LabelSight
  /** Names that rows had are not told: the caller reaches some rows only. */
  isLimited: boolean
}

export type ChangeDescriber = Awaited<ReturnType<typeof changeDescriber>>

/**
 * Tells what happened to rows in words: dictionaries, names for numbers, masks for what is private
 * (docs/spec/history.md#history).
 */
export async function changeDescriber({ db, secret, entNo, fieldsOf, record, seenLabels, isLimited }: Asked) {
  const catalogue = await readDatabaseCatalog(db)
  const dictionaries = remembered((type: string) => readDictionaryLabels(db, type))
  const nameOf = remembered(async (place: string) => {
    const [table = '', no = ''] = place.split(' ')
    return readName(db, catalogue, { table, no, entNo })
  })
  const tableOf = (name: string) => catalogue.tables.get(name) as CatalogTable
  const fields = (table: string, key: Record<string, string>) =>
    Object.entries(fieldsOf(table)).filter(([name]) => isTold(tableOf(table), name) && !Object.hasOwn(key, snakeOf(name)))

  /** Returns the meaning of a stored value as text that can be compared; null where there is none. */
  const meaningOf = (row: Row | null, name: string): string | null => {
    const kept = row?.[snakeOf(name)]
    if (kept === null || kept === undefined || kept === '') return null
    if (Array.isArray(kept))
      return kept.length === 0 ? null : kept.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one))).join(',')
    if (typeof kept === 'object') return JSON.stringify(kept)
    const text = String(kept)
    if (holdsSex(name)) return sexOut(text)
    if (name === 'wts' && seenLabels && row) return seenLabels(text, row) || null
    return isSealed(text) ? secret.open(text) : text
  }

  type Shown = { table: string; name: string; schema: z.ZodType; side: 'before' | 'after' }
  const showOf = async ({ table, name, schema, side }: Shown, meant: string | null) => {
    if (meant === null) return null
    const { masked, dictionary } = metaOf(schema)
    if (/pht$|logo$|^(cover|logoPath)$/i.test(name)) return side === 'before' ? '原图片' : '新图片'
    if (masked) return maskOf(name, meant)
    if (/^[{[]/.test(meant)) return side === 'before' ? '原内容' : '新内容'
    if (dictionary) return inWords(meant, await dictionaries(dictionary))
    const refers = referenceOf(catalogue, table, snakeOf(name))
    if (refers) return (await nameOf(`${refers} ${meant}`)) ?? `其他${wordOf(refers)}`
    if (isFlag(schema)) return meant === '1' ? '是' : '否'
    return hideNumbersIn(momentOf(meant))
  }

  const what = async ({ tbl, key, before, after }: Omit<RowChange, 'act'>): Promise<string> => {
    if (record?.table === tbl) return '资料'
    if (record && tbl.endsWith('arch')) return '档案'
    const table = tableOf(tbl)
    const named = nameColumn(table)
    const number = () => key[snakeOf(describedTable(tbl)?.key ?? '')]
    const live = named
      ? await readOwnName(db, table, { ent_no: entNo, ...key })
      : rowNameOf(tbl) && (await nameOf(`${tbl} ${number()}`))
    const name = live ?? (named && !isLimited ? ((after ?? before)?.[named] as string | undefined) : undefined)
    const others = await Promise.all(
      Object.keys(key)
        .filter((column) => column !== 'ent_no' && column !== record?.column)
        .map(async (column) => {
          const refers = referenceOf(catalogue, tbl, column)
          if (column === 'pwr_no' || column === 'mdl_code') return column === 'mdl_code' ? rightName(key) : ''
          if (!refers || refers === 'ent') return ''
          const referred = await nameOf(`${refers} ${key[column]}`)
          return wordOf(refers) + (referred ? `“${referred}”` : '')
        }),
    )
    const links = others.filter(Boolean).join('与')
    if (name) return `${wordOf(tbl)}“${name.slice(0, 40)}”`
    if (record && links) return links
    return links ? `${wordOf(tbl)}：${links}` : wordOf(tbl)
  }

  /** Returns the fields that a step changed, with their meaning before and after. */
  const toldBy = (step: RowChange) => {
    if (step.act === 'delete') return []
    const told = fields(step.tbl, step.key)
    const looked = camelOf(step.key.field ?? '')
    if (step.act === 'read')
      return told.flatMap(([field, schema]) => (field === looked ? [{ field, schema, old: null, now: null }] : []))
    return told.flatMap(([field, schema]) => {
      const [old, now] = [meaningOf(step.before, field), meaningOf(step.after, field)]
      return old === now ? [] : [{ field, schema, old, now }]
    })
  }

  return {
    /** Lists the columns of a table whose changes are shown. */
    toldColumns: (table: string) => fields(table, {}).map(([field]) => snakeOf(field)),
    /** Tells whether a step is worth showing: a row that was only touched, as by a higher version, is not. */
    isNews: (step: RowChange) => step.act === 'insert' || step.act === 'delete' || toldBy(step).length > 0,
    /** Describes the change of a row. */
    async tell(step: RowChange, mayRestore: MayRestore): Promise<DeedPart> {
      const { tbl, act, before } = step
      const changes: DeedPart['changes'] = []
      for (const { field, schema, old, now } of toldBy(step))
        changes.push({
          field,
          title: metaOf(schema).title ?? field,
          before: await showOf({ table: tbl, name: field, schema, side: 'before' }, old),
          after: await showOf({ table: tbl, name: field, schema, side: 'after' }, now),
          backFlag: act === 'update' && before && mayRestore(tbl, field, before) ? '1' : '0',
        })
      return { tbl, what: await what(step), act, changes }
    },
    /** Returns every field of a row before and now. */
    async compare({ tbl: table, key, before: was, after: now }: Omit<RowChange, 'act'>) {
      return Promise.all(
        fields(table, key).map(async ([field, schema]) => {
          const [old, today] = [meaningOf(was, field), meaningOf(now, field)]
          return {
            field,
            title: metaOf(schema).title ?? field,
            was: await showOf({ table, name: field, schema, side: 'before' }, old),
            now: await showOf({ table, name: field, schema, side: 'after' }, today),
            diffFlag: old === today ? ('0' as const) : ('1' as const),
          }
        }),
      )
    },
    /** Names a record by its table and key, with the name it has or had. */
    what,
  }
}

const stamps = ['entNo', 'ver', 'updTm', 'crtTm', 'showOrd']
const isTold = ({ columns }: CatalogTable, name: string) => columns.includes(snakeOf(name)) && !stamps.includes(name)

const isFlag = (schema: z.ZodType) => {
  const plain = unwrapSchema(schema)
  return plain instanceof z.ZodEnum && plain.options.length === 2 && plain.options.every((one) => one === '0' || one === '1')
}

function maskOf(name: string, meant: string): string {
  if (/tel$/i.test(name)) return maskPhone(meant)
  if (/^(idNo|unfStuNo)$/.test(name)) return hiddenNumber
  return name === 'actNo' ? maskAccount(meant) : maskText(meant)
}

const inWords = (meant: string, words: Map<string, string>) =>
  words.get(meant) ??
  meant
    .split(',')
    .map((code) => words.get(code) ?? code)
    .join('、')

// Formats 2026-11-22T08:30:00+08:00 to be read.
const momentOf = (meant: string) => (/^\d{4}-\d\d-\d\dT/.test(meant) ? meant.slice(0, 16).replace('T', ' ') : meant)

const rightName = ({ mdl_code: code, pwr_no: no }: Record<string, string>) => {
  const module = modules.find((one) => one.code === code)?.name ?? code ?? ''
  const action = Object.entries(actions).find(([, number]) => number === no)?.[0] as keyof typeof actions | undefined
  return `“${module}${no ? `·${action ? actionNames[action] : no}` : ''}”`
}

/** Returns the table that a column alone refers to, besides the enterprise; undefined for none. */
function referenceOf({ references }: DatabaseCatalog, table: string, column: string): string | undefined {
  const found = references.find(
    ({ from, columns }) =>
      from === table && columns.includes(column) && columns.every((one) => one === column || one === 'ent_no'),
  )
  return found && (column !== 'ent_no' ? found.to : undefined)
}

/** Reads the name of a row by its number, as far as this transaction reaches; undefined beyond. */
async function readName(db: Db, { tables }: DatabaseCatalog, at: { table: string; no: string; entNo: string }) {
  const { table, no, entNo } = at
  const told = rowNameOf(table)
  if (told) {
    const { rows } = await sql<{ name: string | null }>`select ${told(sql`${entNo}`, sql`${no}`)} as name`.execute(db)
    return rows[0]?.name ?? undefined
  }
  const target = table === 'ent' ? tables.get('ent_name') : tables.get(table)
  const name = target && nameColumn(target)
  const key = target?.columns.find((column) => column !== 'ent_no' && /_(no|code)$/.test(column)) ?? 'ent_no'
  if (!target || !name) return undefined
  const inside = target.columns.includes('ent_no') && table !== 'ent' ? sql`ent_no = ${entNo} and` : sql``
  const { rows } = await sql<{ name: string }>`select ${sql.ref(name)} as name from ${sql.table(target.name)}
    where ${inside} ${sql.ref(table === 'ent' ? 'ent_no' : key)} = ${no} limit 1`.execute(db)
  return rows[0]?.name
}

async function readOwnName(db: Db, table: CatalogTable, key: Record<string, string>): Promise<string | undefined> {
  // Names the record of a look, and what was looked at.
  const columns = Object.keys(key).filter((column) => table.columns.includes(column))
  if (columns.every((column) => column === 'ent_no') && table.name !== 'ent') return undefined
  const { rows } = await sql<{ name: string | null }>`select t.${sql.ref(nameColumn(table) as string)} as name
    from ${rowsFromJson(table, [JSON.stringify(key)])} k join ${sql.table(table.name)} t on ${columnsEqual('t', columns, 'k')}`.execute(
    db,
  )
  return rows[0]?.name ?? undefined
}

function remembered<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>()
  return (key) => {
    const found = kept.get(key) ?? read(key)
    kept.set(key, found)
    return found
  }
}
