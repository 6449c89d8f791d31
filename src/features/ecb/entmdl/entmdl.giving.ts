import { sql } from 'kysely'
import { actions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { givenModules, modules } from '#contract/modules.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { unheldModules } from '#domain/enterprises/unheldModules.ts'

/** Describes a module of the catalogue as far as giving needs it; without an address it is a group. */
type GivableModule = {
  mdlCode: string
  prtCode: string | null
  mdlName: string
  url: string | null
  func: string
  idntNo: string | null
  picPath: string | null
}
export type ReceivingEnterprise = { entNo: string; entName: string; idntNo: string }

/** Reads the modules in use, in the order of the catalogue. */
export async function readCatalogue(db: Db, tmlType?: string): Promise<Map<string, GivableModule>> {
  const rows = await db
    .selectFrom('mdl')
    .select(['mdlCode', 'prtCode', 'mdlName', 'url', 'func', 'idntNo', 'picPath'])
    .where('stt', '=', Status.enabled)
    .$if(!!tmlType, (list) => list.where('tmlType', '=', tmlType as string))
    .orderBy('showOrd')
    .orderBy('mdlCode')
    .execute()
  return new Map(rows.map((row) => [row.mdlCode, row]))
}

const isBuiltIn = (mdlCode: string) => modules.some(({ code }) => code === mdlCode)

/**
 * Describes the modules of the giver, each with its granted actions (null: all), and the built-in modules it was not given;
 * undefined for the platform, which has everything.
 */
type GiverModules = { has: ReadonlyMap<string, string | null>; unheld: ReadonlySet<string> } | undefined

/** Reads the modules that the caller's own enterprise has in use. */
export async function ownOf(context: Context): Promise<GiverModules> {
  const { me, services, inOwnTransaction } = context
  if (me.entNo === services.rootNo) return undefined
  const rows = await inOwnTransaction(
    (db) =>
      db
        .selectFrom('entmdl')
        .select(['mdlCode', 'func'])
        .where('entNo', '=', me.entNo)
        .where('stt', '=', Status.enabled)
        .execute(),
    { entNo: me.entNo },
  )
  return { has: new Map(rows.map(({ mdlCode, func }) => [mdlCode, func])), unheld: await unheldModules(context) }
}

/**
 * Returns the actions that enterprises of an identity may at most use of a module: null for all of them, undefined where it is
 * not for them.
 */
export function limitOf(
  { mdlCode, idntNo: only, url }: GivableModule,
  idntNo: string,
  own: GiverModules,
): string | null | undefined {
  // Gives an identity below another the modules of that one.
  if (only && !idntNo.startsWith(only)) return undefined
  // Limits a module made for some to what the giver has; a group is only the way to it.
  if (!isBuiltIn(mdlCode)) return own && url !== null ? own.has.get(mdlCode) : null
  if (own?.unheld.has(mdlCode) && url !== null) return undefined
  const given = givenModules(idntNo.slice(0, 3)).find(({ code }) => code === mdlCode)
  return given && (given.actions?.map((action) => actions[action]).join(',') ?? null)
}

/** Tells whether the platform keeps a module, since it works with it. */
export const isKept = (mdlCode: string, entNo: string, rootNo: string) => entNo === rootNo && isBuiltIn(mdlCode)

/** Adds the groups that modules lie in, and drops groups alone. */
export function withGroups(all: Map<string, GivableModule>, mdlCodes: readonly string[]): string[] {
  const above = (mdlCode: string | null): string[] => {
    const module = mdlCode === null ? undefined : all.get(mdlCode)
    return module ? [module.mdlCode, ...above(module.prtCode)] : []
  }
  return [...new Set(mdlCodes.filter((mdlCode) => !isGroup(all, mdlCode)).flatMap(above))]
}

// Tells whether a module has others below it, or leads nowhere.
export const isGroup = (all: Map<string, GivableModule>, mdlCode: string) => {
  const module = all.get(mdlCode)
  return module !== undefined && module.url === null
}

/**
 * Gives modules to the enterprise that the transaction works on; those it has stay as they are. Throws beyondOwn for modules that
 * the giver does not have, invalid for those not for the enterprise's identity.
 */
export async function giveModulesTo(
  db: Db,
  { entNo, entName, idntNo }: ReceivingEnterprise,
  given: readonly GivableModule[],
  own: GiverModules,
) {
  const lacking = given.find(
    (module) => limitOf(module, idntNo, undefined) === null && limitOf(module, idntNo, own) === undefined,
  )
  if (lacking) throw new Fault('beyondOwn', `本单位没有开通模块“${lacking.mdlName}”，不能开通给别的企业`)
  const rows = given.map((module) => ({ module, limit: limitOf(module, idntNo, own) }))
  const unfit = rows.find(({ limit }) => limit === undefined)
  if (unfit) throw new Fault('invalid', `模块“${unfit.module.mdlName}”不适用于“${entName}”的身份`)
  const [codes, limits] = [rows.map(({ module }) => module.mdlCode), rows.map(({ limit }) => limit ?? null)]
  await sql`insert into entmdl (ent_no, mdl_code, func) select ${entNo}, code, func from unnest(${codes}::text[], ${limits}::text[]) w (code, func)
    on conflict (ent_no, mdl_code) do update set func = excluded.func, stt = excluded.stt where entmdl.stt = ${Status.deleted}`.execute(
    db,
  )
}

/**
 * Takes modules from the enterprise that the transaction works on, and the groups that are then empty. Throws inUse for those
 * that the platform itself keeps.
 */
export async function takeModules(
  db: Db,
  { entNo, entName }: ReceivingEnterprise,
  taken: readonly GivableModule[],
  rootNo: string,
) {
  const kept = taken.find(({ mdlCode }) => isKept(mdlCode, entNo, rootNo))
  if (kept) throw new Fault('inUse', `“${entName}”是平台自己，不能移除内置模块“${kept.mdlName}”`)
  const codes = taken.map(({ mdlCode }) => mdlCode)
  await sql`delete from entmdl where ent_no = ${entNo} and mdl_code = any(${codes})`.execute(db)
  await sql`with recursive used as (
      select m.mdl_code, m.prt_code from entmdl e join mdl m using (mdl_code)
      where e.ent_no = ${entNo} and e.stt <> ${Status.deleted} and m.url is not null
      union select g.mdl_code, g.prt_code from mdl g join used u on u.prt_code = g.mdl_code
    )
    delete from entmdl e using mdl m where e.ent_no = ${entNo} and m.mdl_code = e.mdl_code and m.url is null
      and m.tml_type in (select tml_type from mdl where mdl_code = any(${codes}))
      and m.mdl_code not in (select mdl_code from used)`.execute(db)
}
