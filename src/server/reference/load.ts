import { createHash } from 'node:crypto'
import { type Action, actionNames, actions } from '#contract/access.ts'
import { givenModules, type Module, modules, webTerminal } from '#contract/modules.ts'
import type { Db } from '../database.ts'
import { insertMany } from '../rows.ts'
import { shippedDictionaries } from './dictionaries.ts'
import { defaultPowers, publicRoles } from './roles.ts'
import { shippedParameters } from './parameters.ts'
import { sql } from 'kysely'

/** Number rules (domain, 2.8): code, prefix, digits, first number, reset cycle. */
const numberRules: [string, string, number, number, string][] = [
  ['USER_NO', '', 8, 10000001, 'N'],
  ['ENT_NO', '{idntNo}', 7, 1, 'N'],
  ['ORG_NO', 'O', 8, 1, 'N'],
  ['UNIT_NO', 'U', 8, 1, 'N'],
  ['GRP_NO', 'G', 8, 1, 'N'],
  ['ROLE_NO', 'R', 8, 1, 'N'],
  ['EMP_NO', 'E', 9, 1, 'N'],
  ['STU_NO', 'S', 9, 1, 'N'],
  ['PTR_NO', 'P', 9, 1, 'N'],
  ['MTG_NO', 'M{yyyy}{MM}', 4, 1, 'M'],
  ['TMPL_NO', 'T', 8, 1, 'N'],
  ['VST_NO', 'V{yyyy}{MM}{dd}', 4, 1, 'D'],
  ['ACT_NO', 'A', 8, 1, 'N'],
  ['BATCH_NO', 'B', 9, 1, 'N'],
  ['APPLY_NO', 'L', 9, 1, 'N'],
  ['FILE_NO', 'F', 9, 1, 'N'],
]

/** Brings what the product ships into the database: dictionaries, number rules, modules, public roles. Runs at every start. */
export async function loadReference(db: Db) {
  const dictionaries = shippedDictionaries()
  const shipped = JSON.stringify([dictionaries, modules, publicRoles, numberRules, shippedParameters, actionNames])
  const version = createHash('sha256').update(shipped).digest('hex')
  const known = await db.selectFrom('meta').select('val').where('key', '=', 'reference').executeTakeFirst()
  if (known?.val === version) return
  await loadDictionaries(db, dictionaries)
  await loadNumberRules(db)
  await loadModules(db)
  await insertMany(db, 'pwr', await missing(db, 'pwr', ['tmlType', 'pwrNo'], shippedPowers()))
  await insertMany(
    db,
    'pbccfg',
    await missing(
      db,
      'pbccfg',
      ['cfgCode'],
      shippedParameters.map((setting) => ({ ...setting, idntNo: '000' })),
    ),
  )
  await sql`insert into meta values ('reference', ${version}) on conflict (key) do update set val = excluded.val`.execute(db)
}

async function loadDictionaries(db: Db, dictionaries: ReturnType<typeof shippedDictionaries>) {
  const types = dictionaries.map(({ items: _, ...type }) => type)
  const newTypes = await missing(db, 'infotype', ['typeCode'], types)
  await insertMany(db, 'infotype', newTypes)
  const items = dictionaries.flatMap((dictionary) => dictionary.items)
  await insertMany(db, 'info', await missing(db, 'info', ['typeCode', 'infoNo'], items))
}

// The web knows every action; other terminals begin with those of the specification (section 6).
function shippedPowers() {
  const all = Object.entries(actionNames).map(([action, name]) => ({ pwrNo: actions[action as Action], pwrName: name }))
  const terminals = [webTerminal, '002', '003', '004', '005', '006']
  return terminals.flatMap((tmlType) =>
    all.slice(0, tmlType === webTerminal ? all.length : 5).map((power) => ({ tmlType, ...power, stt: '1' })),
  )
}

async function loadNumberRules(db: Db) {
  const rules = numberRules.map(([gnrtCode, prfx, fixBit, minVal, rstCyc]) => ({
    gnrtCode,
    prfx,
    fixBit,
    minVal,
    maxVal: 10 ** fixBit - 1,
    rstCyc,
    curVal: minVal - 1,
  }))
  await insertMany(
    db,
    'codegnrt',
    (await missing(db, 'codegnrt', ['gnrtCode'], rules)).map((rule) => ({ ...rule, sufx: '', cyc: '' })),
  )
}

// A module or public role that is new here is given to every enterprise, with the default powers of domain 7.1.
async function loadModules(db: Db) {
  const freshRoles = await missing(
    db,
    'pbcrole',
    ['roleNo'],
    publicRoles.map((role) => ({ ...role })),
  )
  await insertMany(
    db,
    'pbcrole',
    freshRoles.map((role) => ({ ...role, stt: '1' })),
  )
  const kept = await db.selectFrom('mdl').select(['mdlCode', 'func', 'updUser']).execute()
  const before = new Map(kept.map((module) => [module.mdlCode, module]))
  const freshModules = await missing(db, 'mdl', ['mdlCode'], modules.map(rowOf))
  await insertMany(db, 'mdl', freshModules)
  await renewModules(db)
  const newRoles = new Set<string>(freshRoles.map(({ roleNo }) => roleNo))
  const newCodes = new Set(freshModules.map(({ mdlCode }) => mdlCode))
  // Of a module that an operator has changed nothing is granted anew.
  const isNew = ({ roleNo, mdlCode, pwrNo }: { roleNo: string; mdlCode: string; pwrNo: string }) => {
    const module = before.get(mdlCode)
    return newRoles.has(roleNo) || !module || (module.updUser === null && !module.func.split(',').includes(pwrNo))
  }
  await insertMany(db, 'pbcrolepwr', modules.flatMap(defaultPowers).filter(isNew))
  const { rows: enterprises } = await sql<{ entNo: string }>`select distinct ent_no from ent_tree`.execute(db)
  for (const { entNo } of enterprises) {
    await workOn(db, entNo)
    const { idntNo } = await db.selectFrom('ent').select('idntNo').where('entNo', '=', entNo).executeTakeFirstOrThrow()
    await give(
      db,
      entNo,
      givenModules(idntNo).filter(({ code }) => newCodes.has(code)),
      freshRoles.filter((role) => role.idntNo === idntNo),
    )
  }
}

// What a module of an earlier release says now; one that an operator has changed stays as it is.
async function renewModules(db: Db) {
  for (const { mdlCode, func, prtCode, url, mdlName, picPath, showOrd } of modules.map(rowOf)) {
    await db
      .updateTable('mdl')
      .set({ func, prtCode, url, mdlName, picPath, showOrd })
      .where('mdlCode', '=', mdlCode)
      .where('updUser', 'is', null)
      .where((is) => is.or([is('func', '<>', func), is('showOrd', '<>', showOrd)]))
      .execute()
  }
}

const rowOf = (module: Module, i: number) => ({
  mdlCode: module.code,
  prtCode: module.parent ?? null,
  tmlType: webTerminal,
  mdlName: module.name,
  picPath: module.icon,
  url: module.path ?? null,
  urlType: '1',
  openType: '1',
  func: module.actions.map((action) => actions[action]).join(','),
  showOrd: (i + 1) * 10,
  stt: '1',
})

async function give(db: Db, entNo: string, given: ReturnType<typeof givenModules>, roles: readonly { roleNo: string }[]) {
  await insertMany(
    db,
    'entmdl',
    given.map(({ code, actions: limit }) => ({
      entNo,
      mdlCode: code,
      func: limit && limit.map((action) => actions[action]).join(','),
      stt: '1',
    })),
  )
  await insertMany(
    db,
    'entrole',
    roles.map(({ roleNo }) => ({ entNo, roleNo })),
  )
}

/** What a new enterprise starts with: the modules and the public roles of its identity. */
export const furnishEnterprise = (db: Db, entNo: string, idntNo: string) =>
  give(
    db,
    entNo,
    givenModules(idntNo),
    publicRoles.filter((role) => role.idntNo === idntNo),
  )

/** Sets the enterprise that the following statements of a transaction work on. */
export const workOn = (db: Db, entNo: string) => sql`select set_config('app.ent_no', ${entNo}, true)`.execute(db)

async function missing<R extends Record<string, unknown>>(
  db: Db,
  table: 'infotype' | 'info' | 'codegnrt' | 'pbcrole' | 'mdl' | 'pwr' | 'pbccfg',
  key: (keyof R & string)[],
  rows: R[],
): Promise<R[]> {
  const columns = sql.join(
    key.map((name) => sql.ref(name)),
    sql` || '/' || `,
  )
  const { rows: there } = await sql<{ id: string }>`select ${columns} as id from ${sql.table(table)}`.execute(db)
  const known = new Set(there.map(({ id }) => id))
  return rows.filter((row) => !known.has(key.map((name) => row[name]).join('/')))
}
