import { sql } from 'kysely'
import { permits } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { Status } from '#contract/fields.ts'
import { hasState, readDatabaseCatalog, type CatalogTable } from '#server/database/databaseCatalog.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { changeSight } from '#server/database/sight.ts'
import { workOn } from '#server/reference/load.ts'
import { applyScope, scopeOf, requireDescendants } from '#server/call/scope.ts'
import { callOf } from '#server/call/serve.ts'
import {
  type Effect,
  columnsEqual,
  keyColumns,
  lockRows,
  notTakenBack,
  readEffects,
  readOperation,
  rowsFromJson,
} from './undoPlan.ts'
import { snakeOf } from '#server/base/wireNames.ts'
import { tableOf } from '#server/database/tables.ts'
import { releaseSwapped } from '#server/access/unique.ts'
import { keptFrom, mayGiveAgain } from './undoRights.ts'
import { checkReferences } from './undoReferences.ts'
import { withoutUnseen } from './undoVisibility.ts'
import { checkTrees, lockTrees } from './undoTrees.ts'
import { changedSince, goneSince, outOfReach, undoRefusal } from './recordNames.ts'

/**
 * Takes back what one operation of the caller changed, in every enterprise that it changed; all of it or nothing. An
 * enterprise of others must still be within the reach of the call behind it. `ofOthersIn`: or what somebody else changed in one of
 * these enterprises.
 */
export async function undo(op: string, asked: string | undefined, context: Context, ofOthersIn: readonly string[] = []) {
  const { db, me } = context
  const several = await enterprisesOf(db, op)
  let done = 0
  for (const entNo of several.length > 0 ? several : [asked ?? me.entNo]) {
    await workOn(db, entNo)
    if (await undoIn(op, entNo, context, { ofOthers: ofOthersIn.includes(entNo), isSeveral: several.length > 0 })) done++
  }
  if (done === 0) throw nothingToUndo()
}

/** Reads the enterprises of an operation that named them one by one; empty where it worked on one. */
export async function enterprisesOf(db: Db, op: string): Promise<string[]> {
  const rows = await db.selectFrom('opEnt').select('entNo').where('op', '=', op).orderBy('entNo').execute()
  return rows.map(({ entNo }) => entNo)
}

/** Takes back what an operation of anybody changed in one enterprise: for what a call of its own lets others take back. */
export async function undoByAnybody(op: string, entNo: string, context: Context) {
  if (!(await undoIn(op, entNo, context, { ofAnybody: true }))) throw nothingToUndo()
}

type Whose = { ofOthers?: boolean; ofAnybody?: boolean; isSeveral?: boolean }

/** Takes back what an operation changed in one enterprise, newest change first; false where it left nothing to take back. */
async function undoIn(
  op: string,
  entNo: string,
  context: Context,
  { ofOthers, ofAnybody, isSeveral = false }: Whose,
): Promise<boolean> {
  const { db, me } = context
  const operation = await readOperation(db, entNo, op)
  if (!operation || (operation.userNo !== me.userNo && !ofOthers && !ofAnybody)) return false
  const call = callOf(operation.call)
  if (!call?.undo) throw new Fault('notUndoable')
  if (!permits(me, call.access)) throw new Fault('forbidden')
  const kept = !ofAnybody && keptFrom(context, { call, userNo: operation.userNo, entNo, isSeveral, isOfAbove: ofOthers === true })
  if (kept) throw new Fault('notUndoable', kept)
  if (entNo !== me.entNo) await requireDescendants(context, call, [entNo], true)
  await conditions.get(call.path)?.(op, entNo, context)
  // Reads all that the operation changed: an undo is open to everybody, so its own transaction does not know the reach of the
  // right behind the operation, and the operation itself may have moved rows out of the caller's reach.
  await applyScope(db)
  const catalogue = await readDatabaseCatalog(db)
  const touched = operation.tables.map(({ tbl, ...rest }) => {
    const table = catalogue.tables.get(tbl)
    if (!table) throw new Fault('notUndoable')
    return { table, ...rest }
  })
  await lockTrees(db, catalogue, operation)
  await Promise.all(touched.map(({ table, keys }) => lockRows(db, table, keys)))
  const read = await Promise.all(touched.map(({ table, since, keys }) => readEffects(db, operation, { table, since, keys })))
  const changes = read.flat().filter(({ act }) => act !== 'none')
  if (!changes.some(({ changed }) => changed.length > 0)) return false
  await applyScope(db, await scopeOf(context, call, entNo))
  const effects = await withoutUnseen(db, changes)
  effects.sort((one, other) => other.last - one.last)
  // Shows named rows first, which say more than the rows of a list.
  for (const effect of effects.toSorted((one, other) => Number(!one.name) - Number(!other.name))) refuseChanged(call, effect)
  await mayGiveAgain(context, call, entNo, effects)
  // Names that moved on from row to row are compared when all of them are back.
  await sql`set constraints all deferred`.execute(db)
  await sql`select set_config('app.back', '1', true)`.execute(db)
  await Promise.all(runsOf(effects).map((run) => undoRows(db, call, run)))
  await applyScope(db)
  // Refers to another enterprise, above its own, in some columns.
  if (touched.some(({ table }) => table.name === 'ent')) await changeSight(db, { rootNo: context.services.rootNo })
  // Names what lies below itself, before the database refuses it without a name.
  await checkTrees(db, catalogue, call, effects)
  await sql`set constraints all immediate`
    .execute(db)
    .catch((error) => Promise.reject(refusalOf(error, call, clashing(error, effects))))
  await sql`select set_config('app.back', '', true)`.execute(db)
  await checkReferences(db, catalogue, effects)
  for (const { table } of touched) await rules.get(table.name)?.(entNo, context, effectsOn(effects, table.name))
  await sql`update operation set back_op = setting('op')::uuid where ent_no = ${entNo} and op = ${op}::uuid`.execute(db)
  // Marks the records that remember their operation as undone.
  for (const table of notTakenBack)
    await sql`update ${sql.table(table)} set stt = '3' where ent_no = ${entNo} and op = ${op}::uuid`.execute(db)
  return true
}

/** Describes what was restored in one table: the keys of its rows; `lifted`: it was deleted, and is there again. */
export type SetBack = { key: Record<string, string>; act: Effect['act']; changed: string[]; lifted: boolean }

const effectsOn = (effects: Effect[], table: string): SetBack[] =>
  effects
    .filter((one) => one.table.name === table)
    .map(({ key, act, changed, lifted }) => ({
      key: JSON.parse(key),
      act,
      changed,
      lifted,
    }))

type Rule = (entNo: string, context: Context, rows: SetBack[]) => Promise<unknown>
const rules = new Map<string, Rule>()

/**
 * Registers a rule about rows of a table that the database does not know: it is checked again after an undo and throws what it
 * refuses.
 */
export const ruleAfterUndo = (table: string, rule: Rule) => void rules.set(table, rule)

type Condition = (op: string, entNo: string, context: Context) => Promise<unknown>
const conditions = new Map<string, Condition>()

/**
 * Registers a condition of undoing the operations of a call, which throws what it refuses, and puts back what history does not keep.
 */
export const askBeforeUndo = ({ path }: Call, condition: Condition) => void conditions.set(path, condition)

const nothingToUndo = () => new Fault('notFound', '没有可撤销的改动，或它不是你做的')

function refuseChanged(call: Call, { table, name, changed, clash, unseen, gone, act }: Effect) {
  if (gone && changed.length > 0) throw goneSince(table.name, name)
  // Skips a row that was only touched, which has nothing to restore.
  if (clash.length > 0 || (unseen && changed.length > 0))
    throw changedSince(call, table.name, name, act === 'update' ? clash : [])
}

const isTouch = ({ changed }: Effect) => changed.length === 0

type Run = [Effect, ...Effect[]]

// Groups neighbours of the same table and kind into one statement.
function runsOf(effects: Effect[]): Run[] {
  const runs: Run[] = []
  for (const effect of effects) {
    const run = runs.at(-1)
    if (run && run[0].table === effect.table && run[0].act === effect.act && isTouch(run[0]) === isTouch(effect)) run.push(effect)
    else runs.push([effect])
  }
  return runs
}

async function undoRows(db: Db, call: Call, run: Run) {
  const { numAffectedRows } = await undoRun(db, run).catch((error) => Promise.reject(refusalOf(error, call, run)))
  // Fails for rows that the third lock silently hides.
  if (!isTouch(run[0]) && numAffectedRows !== BigInt(run.length)) throw outOfReach()
}

const refusalOf = (error: unknown, call: Call, [{ table, act, name }, ...more]: Run) =>
  undoRefusal(error, call, { table: table.name, act, name: more.length === 0 ? name : null })

// Returns the table in which the database reported equal values only at the end.
function clashing(error: unknown, effects: Effect[]): Run {
  const { table } = error as { table?: string }
  return [effects.find((one) => one.table.name === table) ?? (effects[0] as Effect), ...effects]
}

function undoRun(db: Db, run: Run) {
  const [{ table, act, key, changed }] = run
  const rows = rowsFromJson(
    table,
    run.map(({ back }) => back),
  )
  const at = columnsEqual('t', keyColumns(key), 'k')
  const of = sql.table(table.name)
  if (act === 'insert' && hasState(table))
    return sql`update ${of} t set stt = ${Status.deleted} from ${rows} k where ${at}`.execute(db)
  if (act === 'insert') return sql`delete from ${of} t using ${rows} k where ${at}`.execute(db)
  if (act === 'update') return setBackInTurn(db, table, run)
  const made = ['crt_user', 'crt_tm'].filter((column) => table.columns.includes(column))
  const columns = sql.join([...new Set([...keyColumns(key), ...changed, ...made])].map((column) => sql.ref(column)))
  return sql`insert into ${of} (${columns}) select ${columns} from ${rows}`.execute(db)
}

// Restores rows that give up a flag before those that get it again: which row of one statement is written first is not told.
async function setBackInTurn(db: Db, table: CatalogTable, run: Run) {
  const flags = (tableOf(table.name)?.exclusive ?? []).map(snakeOf)
  const gets = ({ back }: Effect) => flags.some((flag) => JSON.parse(back)[flag] === '1')
  const parts = [run.filter((effect) => !gets(effect)), run.filter(gets)]
  const results = await Promise.all(parts.filter(isRun).map((part) => setBack(db, table, part)))
  return { numAffectedRows: results.reduce((sum, { numAffectedRows = 0n }) => sum + numAffectedRows, 0n) }
}

const isRun = (effects: Effect[]): effects is Run => effects.length > 0

// Restores the changed columns of each row. Raises the version of one that was only touched, of which a part changes.
async function setBack(db: Db, table: CatalogTable, run: Run) {
  const columns = [...new Set(run.flatMap(({ changed }) => changed))]
  const set = columns.map((name) => {
    const column = sql.ref(name)
    return sql`${column} = case when j ? ${name} then k.${column} else t.${column} end`
  })
  const json = `[${run.map(({ back }) => back).join(',')}]`
  const of = sql.table(table.name)
  // Runs it at once: what comes next in the undo must find it done.
  const freed = freeColumns(db, table, run, columns)
  const updated = sql`update ${of} t set ${set.length > 0 ? sql.join(set) : sql`ver = t.ver`}
    from jsonb_array_elements(${json}::jsonb) j, jsonb_populate_record(null::${of}, j) k
    where ${columnsEqual('t', keyColumns(run[0].key), 'k')}`.execute(db)
  const [result] = await Promise.all([updated, ...freed])
  return result
}

// Restores numbers that people exchanged one row after the other.
function freeColumns(db: Db, { name }: CatalogTable, run: Run, columns: readonly string[]) {
  const handed = (tableOf(name)?.swappable ?? []).map(snakeOf).filter((column) => columns.includes(column))
  const rows = run.map(({ back }) => JSON.parse(back) as Record<string, unknown>)
  const key = keyColumns(run[0].key).find((column) => column !== 'ent_no') ?? ''
  return handed.map((column) => releaseSwapped(db, { table: name, entNo: String(rows[0]?.['ent_no']), key, column }, rows))
}
