import type { Kysely } from 'kysely'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { imp } from '#features/ent/imp/imp.contract.ts'
import type { DB } from '#server/schema.ts'
import { asOwner, makePerson, type Person, type School, type TestServer } from './harness.ts'
import { picture, zipFile } from './photoZip.ts'
import type { Known } from './samples.ts'

/** What a planted school offers to a call that needs records in a state of their own. */
export type Ground = {
  server: TestServer
  school: School
  batchNo: string
  caller: Person
  entNo: string
  empNo: string
  second: string
  empty: string
  all: string[]
}

let planted = 0
const fresh = () => String(++planted).padStart(4, '0')

/** What single calls need besides: records in the state that they change. */
export const suits: Record<string, (ground: Ground) => Promise<Known> | Known> = {
  '/ent/org/delete': ({ empty }) => ({ orgNo: [empty] }),
  '/ent/org/updateemporg': ({ empty }) => ({ orgNo: [empty] }),
  '/ent/org/createorgemp': ({ empty }) => ({ orgNo: [empty] }),
  '/ent/org/deleteorgemp': ({ second }) => ({ orgNo: [second] }),
  '/ent/org/setorgempord': ({ all }) => ({ empNo: all }),
  '/ent/org/updateprtorg': ({ empty, second }) => ({ orgNo: [empty], prtNo: [second] }),
  async '/ent/emp/enable'({ caller, entNo, empNo }) {
    await caller.client.call(emp.disable, { entNo, datas: [empNo] })
    return {}
  },
  '/ent/emp/previewpic': async ({ empNo }) => ({
    file: [zipFile({ [`${empNo}.jpg`]: await picture('#369') })],
    phtType: ['card'],
  }),
  '/ent/emp/setpic': (ground) => plantPictures(ground),
  '/ent/emp/closepic': (ground) => plantPictures(ground),
  '/ent/emp/importpic': (ground) => plantPictures(ground),
  async '/ent/imp/export'({ caller, entNo, batchNo }) {
    await caller.client.call(imp.setout, { entNo, batchNo, rowNos: [2], out: '1' })
    return {}
  },
  async '/ent/imp/undo'({ caller, entNo, batchNo }) {
    await caller.client.call(emp.importempcreate, { entNo, batchNo })
    return {}
  },
  '/user/user/switch': ({ caller }) => ({ idntVal: [caller.idntVal], idntNo: [caller.idntNo], entNo: [caller.entNo] }),
  async '/user/session/end'({ server, school }) {
    const { userNo } = await makePerson(school)
    const { rows } = await server.owner.query('select session_no from session where user_no = $1', [userNo])
    return { sessionNo: rows.map(({ session_no }) => session_no) }
  },
  '/ecb/user/create': () => ({ name: [`account.${fresh()}`], idnts: [[]] }),
  '/ecb/user/update': (ground) => plantAccount(ground),
  '/ecb/user/delete': (ground) => plantAccount(ground),
  '/ecb/user/setidnts': async (ground) => {
    await ground.server.owner.query('delete from identity where ent_no = $1 and idnt_val = $2', [ground.entNo, ground.empNo])
    return { ...(await plantAccount(ground)), idnts: [[{ entNo: ground.entNo, idntVal: ground.empNo }]] }
  },
  '/ecb/user/resetpwd': (ground) => plantAccount(ground),
  '/ecb/user/unlock': (ground) => plantAccount(ground),
  '/ecb/user/imitate': async ({ school }) => {
    const { userNo, idntNo, entNo } = await makePerson(school)
    return { userNo: [userNo], idntNo: [idntNo], idntEntNo: [entNo] }
  },
  '/ecb/idnt/create': () => ({ idntNo: [`03${fresh()}`], prtNo: ['030'], entrUrl: [null] }),
  '/ecb/idnt/delete': async ({ server }) => {
    const infoNo = `03${fresh()}`
    await byOwner(server, (db) =>
      db
        .insertInto('info')
        .values({ typeCode: 'IDNT', infoNo, chnName: `身份${infoNo}` })
        .execute(),
    )
    return { idntNo: [infoNo] }
  },
  '/ecb/mdl/create': () => ({ mdlCode: [`m${fresh()}`], prtCode: ['gstaff'], pwrNo: ['000004'], url: ['/own'], idntNo: ['030'] }),
  '/ecb/mdl/update': () => ({ idntNo: [null], url: ['/ent/empgrp'] }),
  '/ecb/mdl/delete': async (ground) => ({ mdlCode: [await plantModule(ground)] }),
  '/ecb/mdl/setmdlord': () => ({ prtCode: ['gent'], mdlCode: ['entmdl'] }),
  '/ent/mdl/setentmdlord': () => ({ prtCode: ['glog'], mdlCode: ['userlgn', 'session', 'imp'] }),
  '/ecb/mdl/updateprtmdl': () => ({ prtCode: ['goffice'], mdlCode: ['empgrp'], befNo: ['photo'] }),
  '/ent/mdl/updateprtmdl': () => ({ prtCode: ['goffice'], mdlCode: ['empgrp'], befNo: ['photo'] }),
  '/ecb/pwr/create': () => ({ pwrNo: [`90${fresh()}`] }),
  '/ecb/pwr/delete': async ({ server }) => {
    const pwrNo = `90${fresh()}`
    await byOwner(server, (db) =>
      db
        .insertInto('pwr')
        .values({ tmlType: '001', pwrNo, pwrName: `操作${pwrNo}` })
        .execute(),
    )
    return { pwrNo: [pwrNo] }
  },
  '/ecb/entmdl/createmdlent': async (ground) => ({ mdlCode: [await plantModule(ground)] }),
  '/ent/emprole/createroleemp': ({ school }) => ({ empNo: [school.admin.empNo] }),
  '/ecb/pbcrole/update': async (ground) => ({ roleNo: [await plantPublicRole(ground)] }),
  '/ecb/pbcrole/delete': async (ground) => ({ roleNo: [await plantPublicRole(ground)] }),
  '/ecb/pbcrole/setpwr': async (ground) => ({ roleNo: [await plantPublicRole(ground)] }),
  '/ecb/entrole/setpbcrole': async (ground) => ({ roleNo: ['P030ADMIN', await plantPublicRole(ground)] }),
  '/ecb/entrole/createpbcroleent': async (ground) => ({ roleNo: [await plantPublicRole(ground)] }),
  '/ecb/entrole/deletepbcroleent': async (ground) => {
    const roleNo = await plantPublicRole(ground)
    const { entNo } = ground
    await asOwner(ground.server, entNo, (db) => db.insertInto('entrole').values({ entNo, roleNo }).execute())
    return { roleNo: [roleNo] }
  },
  '/ent/empdatapwr/set': ({ empty }) => ({ dataVal: [empty] }),
  '/ent/empdatapwr/setempmsgpwr': ({ empty }) => ({ dataVal: [empty] }),
  '/ent/empdatapwr/setbydataval': ({ empty }) => ({ dataVal: [empty] }),
}

const byOwner = <T>(server: TestServer, work: (db: Kysely<DB>) => Promise<T>) => asOwner(server, '', work)

async function plantAccount({ server }: Ground): Promise<Known> {
  const userNo = `A${fresh()}`
  const row = { userNo, name: `account.${userNo}`, nickName: '账号', pwdHash: 'none' }
  await byOwner(server, (db) => db.insertInto('account').values(row).execute())
  return { userNo: [userNo], idnts: [[]] }
}

async function plantModule({ server }: Ground): Promise<string> {
  const mdlCode = `m${fresh()}`
  const row = { mdlCode, prtCode: 'gstaff', tmlType: '001', mdlName: `模块${mdlCode}`, url: '/own', func: '000004' }
  await byOwner(server, (db) => db.insertInto('mdl').values(row).execute())
  return mdlCode
}

async function plantPublicRole({ server }: Ground): Promise<string> {
  const roleNo = `P-${fresh()}`
  const row = { roleNo, roleName: `公共${roleNo}`, roleItem: '1', idntNo: '030' }
  await byOwner(server, (db) => db.insertInto('pbcrole').values(row).execute())
  return roleNo
}

// Photos of a ZIP that wait to be set: one that fits, and a file that is none.
async function plantPictures({ caller, entNo, empNo }: Ground): Promise<Known> {
  const file = zipFile({ [`${empNo}.jpg`]: await picture('#369'), '说明.txt': Buffer.from('字') })
  const { batchNo } = await caller.client.call(emp.previewpic, { entNo, file, phtType: 'card' })
  return { batchNo: [batchNo], rowNos: [1], use: ['0'] }
}
