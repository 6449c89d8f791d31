import { sql } from 'kysely'
import { relationOf } from '#domain/guardians/relations.contract.ts'
import type { Context } from '#server/call/context.ts'
import { insertMany } from '#server/database/rows.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { guardianTable } from '#domain/guardians/guardian.table.ts'
import { sexIn } from '#contract/values/sex.ts'
import type { Told } from './guardians.ts'

/** Makes guardians, one of each phone, and answers their numbers by phone. A sex is there: told by the relation, or unknown. */
export async function makeGuardians(list: readonly Told[], authFlag: '0' | '1', entNo: string, { db, numbers }: Context) {
  const told = [...new Map(list.toReversed().map((one) => [one.authTel, one])).values()].toReversed()
  const ptrNos = told.length > 0 ? await numbers('PTR_NO', told.length) : []
  const rows = told.map(({ ptrName, authTel, relt }, i) => ({
    entNo,
    ptrNo: ptrNos[i] as string,
    ptrName,
    authTel,
    authFlag,
    sex: sexIn(relationOf(relt).sex ?? 'U') ?? 'U',
    stt: '1',
    searchText: searchTextOf(guardianTable, { ptrNo: ptrNos[i], ptrName, authTel }),
  }))
  await insertMany(db, 'ptr', rows)
  return new Map(rows.map((row) => [row.authTel, row.ptrNo]))
}

export type Link = { stuNo: string; ptrNo: string; relt: string; prior: number }

/** Links students with guardians, of whom some were made for it. */
export async function makeLinks(links: readonly Link[], made: readonly string[], entNo: string, { db, locals }: Context) {
  const rows = links.map((link) => ({
    entNo,
    ...link,
    grdFlag: relationOf(link.relt).isLegal ? '1' : '0',
    msgFlag: '1',
    pickFlag: '1',
    liveFlag: '1',
  }))
  await insertMany(db, 'stuptr', rows)
  // An undo goes from the last change back: it must reach them while the links still show them to a head teacher.
  const linked = new Set(links.map(({ ptrNo }) => ptrNo))
  const ptrNos = made.filter((ptrNo) => linked.has(ptrNo))
  if (locals.units) await sql`update ptr set ver = ver where ent_no = ${entNo} and ptr_no = any(${ptrNos})`.execute(db)
}
