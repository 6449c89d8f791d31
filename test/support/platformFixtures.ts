import type { Kysely } from 'kysely'
import { modules } from '#contract/modules.ts'
import type { DB } from '#server/database/schema.ts'
import { searchText } from '#server/base/search.ts'
import { uniqueDigits } from './uniqueDigits.ts'
import { asOwner, makePerson, makeSchool, rootNo, type TestServer } from './harness.ts'
import type { Known } from './samples.ts'
import type { Ground } from './ground.ts'

/** Prepares what calls about the platform and what it gives to enterprises need besides. */
export const platformFixtures: Record<string, (ground: Ground) => Promise<Known> | Known> = {
  '/ecb/user/create': () => ({ name: [`account.${uniqueDigits()}`], idnts: [[]] }),
  '/ecb/user/update': (ground) => seedAccount(ground),
  '/ecb/user/delete': (ground) => seedAccount(ground),
  '/ecb/user/setidnts': async (ground) => {
    await ground.server.owner.query('delete from identity where ent_no = $1 and idnt_val = $2', [ground.entNo, ground.empNo])
    return { ...(await seedAccount(ground)), idnts: [[{ entNo: ground.entNo, idntVal: ground.empNo }]] }
  },
  '/ecb/user/resetpwd': (ground) => seedAccount(ground),
  '/ecb/user/unlock': (ground) => seedAccount(ground),
  '/ecb/user/imitate': async ({ school }) => {
    const { userNo, idntNo, entNo } = await makePerson(school)
    return { userNo: [userNo], idntNo: [idntNo], idntEntNo: [entNo] }
  },
  '/ecb/ent/create': ({ entNo }) => ({
    prtNo: [entNo],
    idntNo: ['050'],
    selfNo: [null],
    user: [{ nickName: '王店长', authTel: `1550000${uniqueDigits()}` }],
    mdlCodes: [['org', 'emp']],
  }),
  '/ecb/ent/update': () => ({ selfNo: [null], entLogo: [null] }),
  '/ecb/ent/delete': async ({ server, entNo }) => {
    await server.owner.query(`update ent set stt = '2' where ent_no = $1`, [entNo])
    return {}
  },
  '/ecb/ent/gettouched': ({ entNo }) => ({ entNos: [entNo], prtNo: [rootNo] }),
  '/ecb/ent/setentord': async (ground) => ({ prtNo: [ground.entNo], entNo: [await seedBelow(ground)] }),
  '/ecb/ent/updateprtent': async (ground) => {
    const below = await seedBelow(ground)
    return { prtNo: [ground.entNo], entNos: [below] }
  },
  '/ecb/pbccfg/create': () => ({
    cfgCode: [`MY_${uniqueDigits()}`],
    idntNo: ['000'],
    valType: ['S'],
    valList: [null],
    minVal: [null],
    maxVal: [null],
    dftlVal: ['甲'],
    ownFlag: ['1'],
  }),
  '/ecb/pbccfg/update': () => ({
    cfgCode: ['EXP_MASK'],
    idntNo: ['000'],
    valType: ['B'],
    dftlVal: ['0'],
    ownFlag: ['1'],
    cfgDesc: ['导出时默认脱敏'],
  }),
  '/ecb/pbccfg/getlist': () => ({ idntNo: ['000'] }),
  '/ecb/entcfg/updateentcfg': () => ({ cfgCode: ['EXP_MASK'], curVal: ['0'] }),
  '/ecb/entcfg/createcfgent': ({ entNo }) => ({ datas: [[{ entNo, cfgCode: 'EXP_MASK', curVal: '0' }]] }),
  '/ecb/entcfg/deletecfgent': () => ({ cfgCode: ['FACE_ON'] }),
  '/ecb/getcfg/set': () => ({ entCfgs: [[{ cfgCode: 'EXP_MASK', curVal: '0' }]] }),
  '/ecb/entact/create': () => ({ payType: ['01'], actNo: [`9988-${uniqueDigits()}`], logoPath: [null] }),
  '/ecb/entact/update': () => ({ logoPath: [null] }),
  '/ecb/idnt/create': () => ({ idntNo: [`03${uniqueDigits()}`], prtNo: ['030'], entrUrl: [null] }),
  '/ecb/idnt/delete': async ({ server }) => {
    const infoNo = `03${uniqueDigits()}`
    await byOwner(server, (db) =>
      db
        .insertInto('info')
        .values({ typeCode: 'IDNT', infoNo, chnName: `身份${infoNo}` })
        .execute(),
    )
    return { idntNo: [infoNo] }
  },
  '/ecb/mdl/create': () => ({
    mdlCode: [`m${uniqueDigits()}`],
    prtCode: ['gstaff'],
    pwrNo: ['000004'],
    url: ['/own'],
    idntNo: ['030'],
  }),
  '/ecb/mdl/update': () => ({ idntNo: [null], url: ['/ent/empgrp'] }),
  '/ecb/mdl/delete': async (ground) => ({ mdlCode: [await seedModule(ground)] }),
  '/ecb/mdl/setmdlord': () => ({
    prtCode: ['gauth'],
    mdlCode: modules.flatMap(({ code, parent }) => (parent === 'gauth' ? [code] : [])),
  }),
  '/ecb/mdl/updateprtmdl': () => ({ prtCode: ['goffice'], mdlCode: ['empgrp'], befNo: ['bill'] }),
  ...Object.fromEntries(
    ['createtype', 'updatetype', 'deletetype', 'create', 'update', 'delete', 'compare', 'load', 'export'].map((name) => [
      `/ecb/info/${name}`,
      (ground: Ground) => seedDictionary(ground, name),
    ]),
  ),
  ...Object.fromEntries(
    ['setentinfo', 'updateentinfo', 'createinfoent', 'deleteinfoent'].map((name) => [
      `/ecb/entinfo/${name}`,
      (ground: Ground) => seedChoice(ground, name),
    ]),
  ),
  '/ecb/codegnrt/create': () => ({ gnrtCode: [`RULE_${uniqueDigits()}`], ...rule }),
  '/ecb/codegnrt/update': () => ({ gnrtCode: ['ACT_NO'], ...rule }),
  '/ecb/codegnrt/delete': async ({ server }) => {
    const gnrtCode = `RULE_${uniqueDigits()}`
    await byOwner(server, (db) => db.insertInto('codegnrt').values({ gnrtCode, maxVal: 9 }).execute())
    return { gnrtCode: [gnrtCode] }
  },
  '/ecb/billtype/create': () => ({ typeNo: [`8${uniqueDigits().slice(-1)}`], ...segment() }),
  '/ecb/billtype/update': async (ground) => ({ typeNo: [await seedBillType(ground)], ...segment() }),
  '/ecb/billtype/delete': async (ground) => ({ typeNo: [await seedBillType(ground)] }),
  '/ecb/pwr/create': () => ({ pwrNo: [`90${uniqueDigits()}`] }),
  '/ecb/pwr/delete': async ({ server }) => {
    const pwrNo = `90${uniqueDigits()}`
    await byOwner(server, (db) =>
      db
        .insertInto('pwr')
        .values({ tmlType: '001', pwrNo, pwrName: `操作${pwrNo}` })
        .execute(),
    )
    return { pwrNo: [pwrNo] }
  },
  '/ecb/entmdl/createmdlent': async (ground) => ({ mdlCode: [await seedModule(ground)] }),
  '/ecb/pbcrole/update': async (ground) => ({ roleNo: [await seedPublicRole(ground)] }),
  '/ecb/pbcrole/delete': async (ground) => ({ roleNo: [await seedPublicRole(ground)] }),
  '/ecb/pbcrole/setpwr': async (ground) => ({ roleNo: [await seedPublicRole(ground)] }),
  '/ecb/entrole/setpbcrole': async (ground) => ({ roleNo: ['P030ADMIN', await seedPublicRole(ground)] }),
  '/ecb/entrole/createpbcroleent': async (ground) => ({ roleNo: [await seedPublicRole(ground)] }),
  '/ecb/entrole/deletepbcroleent': async (ground) => {
    const roleNo = await seedPublicRole(ground)
    const { entNo } = ground
    await asOwner(ground.server, entNo, (db) => db.insertInto('entrole').values({ entNo, roleNo }).execute())
    return { roleNo: [roleNo] }
  },
}

const byOwner = <T>(server: TestServer, work: (db: Kysely<DB>) => Promise<T>) => asOwner(server, '', work)

async function seedBelow({ server, entNo }: Ground): Promise<string> {
  return (await makeSchool(server, { idntNo: '050', prtNo: entNo })).entNo
}

async function seedAccount({ server }: Ground): Promise<Known> {
  const userNo = `A${uniqueDigits()}`
  const name = `account.${userNo}`
  const row = { userNo, name, nickName: '账号', pwdHash: 'none', searchText: searchText('账号', [name, userNo]) }
  await byOwner(server, (db) => db.insertInto('account').values(row).execute())
  return { userNo: [userNo], idnts: [[]] }
}

const rule = { prfx: ['T'], sufx: ['-'], fixBit: [8], minVal: [1], maxVal: [99_999_999], rstCyc: ['N'] }

const segment = () => {
  const minVal = 5_000_000 + Number(uniqueDigits()) * 10
  return { minVal: [minVal], maxVal: [minVal + 9] }
}

async function seedBillType({ server }: Ground): Promise<string> {
  const typeNo = `7${uniqueDigits().slice(-1)}`
  const [[minVal], [maxVal]] = [segment().minVal, segment().maxVal] as [[number], [number]]
  await server.owner.query('delete from billtype where type_no = $1', [typeNo])
  await byOwner(server, (db) =>
    db
      .insertInto('billtype')
      .values({ typeNo, typeName: `类型${uniqueDigits()}`, minVal, maxVal })
      .execute(),
  )
  return typeNo
}

async function seedDictionary({ server }: Ground, name: string): Promise<Known> {
  const typeCode = `OWN_${uniqueDigits()}`
  const isNew = name === 'createtype'
  if (!isNew)
    await byOwner(server, async (db) => {
      await db
        .insertInto('infotype')
        .values({ typeCode, chnName: `字典${typeCode}`, charName: '字', numName: '数' })
        .execute()
      await db.insertInto('info').values({ typeCode, infoNo: 'A', chnName: '甲' }).execute()
    })
  const items = [[{ infoNo: 'B', chnName: '乙' }]]
  return {
    typeCode: [typeCode],
    infoNo: [name === 'create' ? 'B' : 'A'],
    items,
    chdTypeCode: [null],
    chdInfoNo: [null],
    charName: ['字'],
    numName: ['数'],
  }
}

async function seedChoice({ server, entNo }: Ground, name: string): Promise<Known> {
  await asOwner(server, entNo, (db) =>
    db
      .insertInto('entinfo')
      .values(['01', '02'].map((infoNo) => ({ entNo, typeCode: 'NTNL', infoNo, stt: '1' })))
      .onConflict((row) => row.columns(['entNo', 'typeCode', 'infoNo']).doUpdateSet({ stt: '1' }))
      .execute(),
  )
  const entInfos = [[{ infoNo: '02', showOrd: 10 }]]
  return { typeCode: ['NTNL'], infoNo: [name === 'createinfoent' ? '03' : '01'], entInfos, stt: ['1'], showOrd: [30] }
}

async function seedModule({ server }: Ground): Promise<string> {
  const mdlCode = `m${uniqueDigits()}`
  const row = { mdlCode, prtCode: 'gstaff', tmlType: '001', mdlName: `模块${mdlCode}`, url: '/own', func: '000004' }
  await byOwner(server, (db) => db.insertInto('mdl').values(row).execute())
  return mdlCode
}

async function seedPublicRole({ server }: Ground): Promise<string> {
  const roleNo = `P-${uniqueDigits()}`
  const row = { roleNo, roleName: `公共${roleNo}`, roleItem: '1', idntNo: '030' }
  await byOwner(server, (db) => db.insertInto('pbcrole').values(row).execute())
  return roleNo
}
