import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { givenTo } from '#server/call/grants.ts'
import { requireRow } from '#server/database/rows.ts'
import { requireDescendants } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { forEachEnterprise } from '#domain/enterprises/forEachEnterprise.ts'
import { treeOf } from '#server/database/tree.ts'
import { entmdl } from './entmdl.contract.ts'
import {
  readCatalogue,
  type ReceivingEnterprise,
  giveModulesTo,
  isGroup,
  isKept,
  limitOf,
  ownOf,
  takeModules,
  withGroups,
} from './entmdl.giving.ts'
import { enterprisesWithin } from './entmdl.reach.ts'
import { affectedByModules } from './entmdl.affected.ts'
import './entmdl.table.ts'

const flagOf = (is: boolean) => (is ? ('1' as const) : ('0' as const))

export const entmdlHandlers = serve(entmdl, {
  async getlist({ entNo }, { db }) {
    const [rows, given] = await Promise.all([
      db
        .selectFrom('entmdl as e')
        .innerJoin('mdl as m', 'm.mdlCode', 'e.mdlCode')
        .select(['e.entNo', 'e.mdlCode', 'm.mdlName', 'm.mdlDesc', 'e.stt'])
        .where('e.entNo', '=', entNo)
        .where('e.stt', '<>', Status.deleted)
        .where('m.stt', '=', Status.enabled)
        .orderBy('m.showOrd')
        .orderBy('m.mdlCode')
        .execute(),
      givenTo(db, entNo),
    ])
    const funcs = new Map(given.map(({ mdlCode, func }) => [mdlCode, func]))
    return rows.map((row) => ({ ...row, func: funcs.get(row.mdlCode) ?? '' }))
  },

  async getentlist({ mdlCode }, context) {
    const rows = await enterprisesWithin(context, entmdl.getentlist, { mdlCode })
    return rows.filter(({ held }) => held).map(({ held: _, ...row }) => row)
  },

  async getmdltreeforset({ entNo, tmlType }, context) {
    const { db, services } = context
    const [all, given, { idntNo }, own] = await Promise.all([
      readCatalogue(db, tmlType),
      givenCodes(db, entNo),
      enterprise(db, entNo),
      ownOf(context),
    ])
    return treeOf([...all.values()], 'mdlCode', 'prtCode', (module, lvl) => {
      const { idntNo: _, ...shown } = module
      const { mdlCode, mdlName, func } = module
      const limit = limitOf(module, idntNo, own)
      const allowed = limit?.split(',') ?? func.split(',')
      return {
        ...shown,
        code: mdlCode,
        name: mdlName,
        lvl,
        maxFunc:
          limit === undefined
            ? ''
            : func
                .split(',')
                .filter((pwrNo) => allowed.includes(pwrNo))
                .join(','),
        chkFlag: flagOf(given.has(mdlCode)),
        fitFlag: flagOf(limit !== undefined),
        fixFlag: flagOf(isKept(mdlCode, entNo, services.rootNo)),
      }
    })
  },

  async getentforset(asked, context) {
    const rows = await enterprisesWithin(context, entmdl.getentforset, asked)
    return rows.map(({ held, ...row }) => ({ ...row, chkFlag: flagOf(held) }))
  },

  gettouched: ({ entNo, mdlCodes }, { db }) => affectedByModules(db, entNo, mdlCodes),

  async setentmdl({ entNo, mdlCodes, tmlType }, context) {
    const { db, services } = context
    const [all, one, own] = await Promise.all([readCatalogue(db, tmlType), enterprise(db, entNo), ownOf(context)])
    for (const mdlCode of mdlCodes) requireRow(all.get(mdlCode))
    const wanted = withGroups(all, mdlCodes)
    const given = await givenCodes(db, entNo)
    const taken = [...all.values()].filter(({ mdlCode, url }) => url !== null && given.has(mdlCode) && !wanted.includes(mdlCode))
    await giveModulesTo(
      db,
      one,
      wanted.filter((mdlCode) => !given.has(mdlCode)).flatMap((mdlCode) => all.get(mdlCode) ?? []),
      own,
    )
    await takeModules(db, one, taken, services.rootNo)
    return null
  },

  async createmdlent({ mdlCode, entNos }, context) {
    const { db } = context
    await requireDescendants(context, entmdl.createmdlent, entNos)
    const [all, own] = await Promise.all([readCatalogue(db), ownOf(context)])
    const wanted = withGroups(all, [leaf(all, mdlCode)]).flatMap((code) => all.get(code) ?? [])
    await forEachEnterprise(context, entNos, async (entNo) => giveModulesTo(db, await enterprise(db, entNo), wanted, own))
    return null
  },

  async deletemdlent({ mdlCode, entNos }, context) {
    const { db, services } = context
    await requireDescendants(context, entmdl.deletemdlent, entNos)
    const all = await readCatalogue(db)
    const module = requireRow(all.get(leaf(all, mdlCode)))
    await forEachEnterprise(context, entNos, async (entNo) =>
      takeModules(db, await enterprise(db, entNo), [module], services.rootNo),
    )
    return null
  },
})

/** Refuses a group, which comes and goes with what lies in it. */
function leaf(all: Parameters<typeof isGroup>[0], mdlCode: string): string {
  const { url } = requireRow(all.get(mdlCode))
  if (url === null) throw new Fault('invalid', '请选择模块，分组会随其中的模块开通和移除')
  return mdlCode
}

const enterprise = (db: Db, entNo: string): Promise<ReceivingEnterprise> =>
  db.selectFrom('ent').select(['entNo', 'entName', 'idntNo']).where('entNo', '=', entNo).executeTakeFirstOrThrow()

async function givenCodes(db: Context['db'], entNo: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('entmdl')
    .select('mdlCode')
    .where('entNo', '=', entNo)
    .where('stt', '<>', Status.deleted)
    .execute()
  return new Set(rows.map(({ mdlCode }) => mdlCode))
}
