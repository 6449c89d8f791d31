import { sql } from 'kysely'
import type * as z from 'zod'
import { permits } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { explain } from '#contract/explain.ts'
import type { ArchiveTable } from '#contract/form/archiveFields.ts'
import { changeFrom } from '#domain/collections/archive/held.ts'
import { ProposalState } from '#domain/collections/collections.contract.ts'
import { emparch } from '#features/ecb/emparch/emparch.contract.ts'
import { ptrarch } from '#features/ecb/ptrarch/ptrarch.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { Fault, faultOfDatabase } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { applyScope, intersectScopes, scopeOf } from '#server/call/scope.ts'
import type { Scope } from '#server/call/scope.types.ts'
import { handlerOf } from '#server/call/serve.ts'
import { checkCodes } from '#server/database/dictionary.ts'
import type { Failure as FailureOut } from './prop.contract.ts'
import { fieldOf, type Row } from './prop.list.ts'

/** Describes what is written into an archive: the value of a field as it is stored, null for nothing. */
export type Writing = Pick<Row, 'propNo' | 'name' | 'place' | 'fld'> & { no: string; stored: string | null }
export type Failure = z.output<typeof FailureOut>

// Maps each archive to the call that changes it, whose rules, rights and reach hold here too.
const changes: Record<ArchiveTable, Call> = {
  stu: stu.update,
  stuarch: stuarch.set,
  emp: emp.update,
  emparch: emparch.set,
  // Changes the phone as the office does: it is 未验证 until its holder answers a code.
  ptr: ptr.updatephone,
  ptrarch: ptrarch.set,
}

export const failureOf = ({ propNo, name, place, fld }: Omit<Writing, 'no' | 'stored'>, why: string): Failure => ({
  propNo,
  name,
  place,
  fldName: fieldOf({ fld }).name,
  why,
})

/**
 * Writes into archives by the calls that change them, all fields of one archive together, or one by one where something of it is
 * refused; answers what was written, and what was not with why.
 */
export async function writeArchives(context: Context, entNo: string, writings: readonly Writing[]) {
  const { orgs, units, branches } = context.locals
  const own: Scope = { orgs, units, branches }
  const written: string[] = []
  const failures: Failure[] = []
  const byTable = Map.groupBy(writings, ({ fld }) => fieldOf({ fld }).table)
  for (const [table, some] of byTable) {
    const call = changes[table]
    if (!permits(context.me, call.access)) {
      failures.push(...some.map((one) => failureOf(one, '您没有修改这种档案的权限')))
      continue
    }
    const within = intersectScopes(own, await scopeOf(context, call, entNo))
    for (const group of Map.groupBy(some, ({ no }) => no).values()) {
      const refused = await tryWrite(context, { entNo, call, within, group })
      if (!refused) written.push(...group.map(({ propNo }) => propNo))
      else if (group.length === 1) failures.push(...group.map((one) => failureOf(one, refused)))
      else
        for (const one of group) {
          const why = await tryWrite(context, { entNo, call, within, group: [one] })
          if (why) failures.push(failureOf(one, why))
          else written.push(one.propNo)
        }
    }
    await applyScope(context.db, own)
  }
  return { written, failures }
}

type Group = { entNo: string; call: Call; within: Scope; group: readonly Writing[] }

/** Makes one call within the transaction; answers why it was refused, which leaves all others as they are. */
async function tryWrite(context: Context, { entNo, call, within, group }: Group): Promise<string | undefined> {
  const { db, services } = context
  const [first] = group
  if (!first) return undefined
  const key = `${fieldOf(first).owner}No`
  const fields = group.map((one) => changeFrom(fieldOf(one), one.stored, services.secret))
  const parsed = call.input.safeParse(Object.assign({ [key]: first.no }, ...fields), { reportInput: true })
  if (!parsed.success) return explain(call.input, parsed.error)[0]?.message ?? '内容不符合要求'
  await applyScope(db, within)
  await sql`savepoint archive`.execute(db)
  try {
    await checkCodes(call.input, parsed.data, db, entNo)
    await handlerOf(call)({ ...parsed.data, entNo }, { ...context, locals: { ...context.locals, ...within } })
    await sql`release savepoint archive`.execute(db)
    return undefined
  } catch (error) {
    const fault = error instanceof Fault ? error : faultOfDatabase(error, call, parsed.data)
    if (!fault) throw error
    await sql`rollback to savepoint archive`.execute(db)
    await applyScope(db, within)
    return fault.code === 'notFound' ? '不在您能修改的范围内' : fault.message
  }
}

/** Marks proposals as decided: written, or rejected with a word. */
export const decide = (
  context: Context,
  entNo: string,
  { nos, stt, word = null }: { nos: string[]; stt: string; word?: string | null },
) =>
  sql`update prop set stt = ${stt}, word = ${word}, done_tm = ${stt === ProposalState.open ? null : sql`now()`}
    where ent_no = ${entNo} and prop_no = any(${nos.map(Number)}::bigint[])`.execute(context.db)
