import { createHash } from 'node:crypto'
import { type Action, actionNames, actions } from '#contract/access.ts'
import { givenModules, type Module, modules, webTerminal } from '#contract/modules.ts'
import type { Db } from '#server/database/database.ts'
import { changeSight } from '#server/database/sight.ts'
import { nameEnterprises } from './enterprise.ts'
import { insertMany } from '#server/database/rows.ts'
import { shippedDictionaries } from './dictionaries.ts'
import { defaultPowers, publicRoles } from './roles.ts'
import { loadAreas } from './areas.ts'
import { billTypes } from './billTypes.ts'
import { missingRows } from './missing.ts'
import { loadNumberRules, numberRules } from './numberRules.ts'
import { shippedParameters } from './parameters.ts'
import { sql } from 'kysely'

/** Brings what the product ships into the database: dictionaries, number rules, modules, public roles. Runs at every start. */
export async function loadReference(db: Db) {
  await loadAreas(db)
  const dictionaries = shippedDictionaries()
  const shipped = JSON.stringify([dictionaries, modules, publicRoles, numberRules, shippedParameters, billTypes, actionNames])
  const version = createHash('sha256').update(shipped).digest('hex')
  const known = await db.selectFrom('meta').select('val').where('key', '=', 'reference').executeTakeFirst()
  if (known?.val === version) return
  await loadDictionaries(db, dictionaries)
  await loadNumberRules(db)
  await loadModules(db)
  await insertMany(db, 'pwr', await missingRows(db, 'pwr', ['tmlType', 'pwrNo'], shippedPowers()))
  await insertMany(
    db,
    'pbccfg',
    await missingRows(
      db,
      'pbccfg',
      ['cfgCode'],
      shippedParameters.map(
        ({ minVal = null, maxVal = null, valList = null, ownFlag = '1', rem = null, strict: _, ...parameter }) => ({
          ...parameter,
          minVal,
          maxVal,
          valList,
          ownFlag,
          rem,
          idntNo: '000',
        }),
      ),
    ),
  )
  await renewParameters(db)
  await insertMany(
    db,
    'billtype',
    await missingRows(
      db,
      'billtype',
      ['typeNo'],
      billTypes.map((type) => ({ ...type, stt: '1' })),
    ),
  )
  await nameEnterprises(db, (entNo) => workOn(db, entNo))
  await sql`insert into meta values ('reference', ${version}) on conflict (key) do update set val = excluded.val`.execute(db)
}

// Renews the possible values of a shipped setting, also after an upgrade; its default stays.
async function renewParameters(db: Db) {
  for (const { cfgCode, valType, valList = null, minVal = null, maxVal = null, ownFlag = '1' } of shippedParameters)
    await sql`update pbccfg set val_type = k.val_type, val_list = k.val_list, min_val = k.min_val, max_val = k.max_val, own_flag = k.own_flag
      from (select ${valType}::text as val_type, ${valList && JSON.stringify(valList)}::jsonb as val_list, ${minVal}::numeric as min_val,
        ${maxVal}::numeric as max_val, ${ownFlag}::text as own_flag) k
      where cfg_code = ${cfgCode} and (pbccfg.val_type, pbccfg.val_list, pbccfg.min_val, pbccfg.max_val, pbccfg.own_flag)
        is distinct from (k.val_type, k.val_list, k.min_val, k.max_val, k.own_flag)`.execute(db)
}

async function loadDictionaries(db: Db, dictionaries: ReturnType<typeof shippedDictionaries>) {
  const types = dictionaries.map(({ items: _, ...type }) => type)
  const newTypes = await missingRows(db, 'infotype', ['typeCode'], types)
  await insertMany(db, 'infotype', newTypes)
  const isNew = new Set(newTypes.map(({ typeCode }) => typeCode))
  // Updates the values that the program knows at once; a table that people use, after somebody has reviewed the difference.
  const items = dictionaries.flatMap(({ typeCode, fixFlag, items }) => (fixFlag === '1' || isNew.has(typeCode) ? items : []))
  await insertMany(db, 'info', await missingRows(db, 'info', ['typeCode', 'infoNo'], items))
  for (const { typeCode, fixFlag, verNo } of types)
    await sql`update infotype set fix_flag = ${fixFlag}, ver_no = case when ${fixFlag} = '1' then ${verNo} else coalesce(ver_no, ${verNo}) end
      where type_code = ${typeCode} and (fix_flag <> ${fixFlag} or ver_no is null or ${fixFlag} = '1' and ver_no <> ${verNo})`.execute(
      db,
    )
}

// Returns the shipped actions: the web knows every one; other terminals begin with 000001 to 000005
// (docs/spec/rights.md#actions).
function shippedPowers() {
  const all = Object.entries(actionNames).map(([action, name]) => ({ pwrNo: actions[action as Action], pwrName: name }))
  const terminals = [webTerminal, '002', '003', '004', '005', '006']
  return terminals.flatMap((tmlType) =>
    all.slice(0, tmlType === webTerminal ? all.length : 5).map((power) => ({ tmlType, ...power, stt: '1' })),
  )
}

// Gives every enterprise a module or public role that is new here, with the default powers of docs/spec/rights.md#default-roles.
async function loadModules(db: Db) {
  const freshRoles = await missingRows(
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
  const freshModules = await missingRows(db, 'mdl', ['mdlCode'], modules.map(rowOf))
  await insertMany(db, 'mdl', freshModules)
  await renewModules(db)
  const newRoles = new Set<string>(freshRoles.map(({ roleNo }) => roleNo))
  const newCodes = new Set(freshModules.map(({ mdlCode }) => mdlCode))
  // Grants nothing of a module anew that an operator has changed.
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

// Renews the modules of an earlier release; one that an operator has changed stays.
async function renewModules(db: Db) {
  for (const { mdlCode, func, prtCode, url, mdlName, picPath, sect, showOrd } of modules.map(rowOf)) {
    await db
      .updateTable('mdl')
      .set({ func, prtCode, url, mdlName, picPath, sect, showOrd })
      .where('mdlCode', '=', mdlCode)
      .where('updUser', 'is', null)
      .where((is) => is.or([is('func', '<>', func), is('showOrd', '<>', showOrd), is('sect', '<>', sect)]))
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
  sect: module.isSection ? '1' : '0',
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

/** Gives a new enterprise the modules of its identity, or some of them, and its public roles. */
export const furnishEnterprise = (db: Db, entNo: string, idntNo: string, wants = (_code: string) => true) =>
  give(
    db,
    entNo,
    givenModules(idntNo).filter(({ code }) => wants(code)),
    publicRoles.filter((role) => role.idntNo === idntNo),
  )

/** Sets the enterprise that the following statements of a transaction work on. */
export const workOn = (db: Db, entNo: string) => changeSight(db, { entNo })
