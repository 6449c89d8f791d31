import type { Kysely } from 'kysely'
import { modules } from '#contract/modules.ts'
import { rootUnitOf } from '#contract/units.ts'
import { chinaTime } from '#contract/visits.ts'
import { duplicate } from '#features/ent/duplicate/duplicate.contract.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { imp } from '#features/ent/imp/imp.contract.ts'
import { rollover } from '#features/ent/rollover/rollover.contract.ts'
import { upload } from '#features/file/upload/upload.contract.ts'
import type { DB } from '#server/schema.ts'
import { asOwner, makePerson, makeSchool, type Person, rootNo, type School, type TestServer } from './harness.ts'
import { meetingSuits } from './meetingSuits.ts'
import { picture, zipFile } from './photoZip.ts'
import type { Office } from './plantedOffice.ts'
import type { Pupils } from './plantedPupils.ts'
import { openImport } from './primarySchool.ts'
import type { Known } from './samples.ts'
import { idNoOf } from './staffList.ts'
import { previewList, sendList, type StudentImport } from './studentLists.ts'
import { portrait } from './uploads.ts'

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
  pupils: Pupils
  office: Office
  all: string[]
}

// The second class, which has nobody, is in the way of a year-end.
async function readyToRoll({ caller, entNo, pupils, server }: Ground): Promise<Known> {
  await asOwner(server, entNo, (db) =>
    db.updateTable('edcunit').set({ stt: '2' }).where('entNo', '=', entNo).where('unitNo', '=', pupils.emptyClassNo).execute(),
  )
  const { plan } = await caller.client.call(rollover.get, { entNo })
  const { rollNo, schYear, sign } = await caller.client.call(rollover.savedraft, { entNo, plan: { ...plan, again: '1' } })
  return { rollNo: [rollNo], schYear: [schYear + 1], sign: [sign] }
}

async function rolledOver(ground: Ground) {
  const { rollNo, schYear, sign } = await readyToRoll(ground)
  const input = { rollNo: String(rollNo?.[0]), schYear: Number(schYear?.[0]), sign: String(sign?.[0]) }
  await ground.caller.client.call(rollover.run, { entNo: ground.entNo, ...input })
  return input
}

async function merged({ caller, entNo, pupils }: Ground): Promise<Known> {
  const [keptNo, goneNo] = pupils.stuNos
  const { mrgNo } = await caller.client.call(duplicate.merge, { entNo, keptNo, goneNo })
  return { mrgNo: [mrgNo] }
}

// Lists that change something of what is planted, of each kind.
const lists: Record<StudentImport, (stdyNo: string) => string[][]> = {
  newstu: () => [
    ['姓名', '性别', '年级', '班级', '证件号'],
    ['李新', '女', '2026级', '2班', idNoOf(`98010220200101${fresh().slice(-2)}2`)],
  ],
  stu: (stdyNo) => [
    ['学号', '备注'],
    [stdyNo, '新备注'],
  ],
  ptrtel: (stdyNo) => [
    ['学号', '家长姓名', '关系', '手机'],
    [stdyNo, '赵梅', '母亲', `1441000${fresh()}`],
  ],
  stutel: (stdyNo) => [
    ['学号', '手机'],
    [stdyNo, '14400000001'],
  ],
  wts: (stdyNo) => [
    ['学号', '标签'],
    [stdyNo, '走读'],
  ],
  unit: (stdyNo) => [
    ['学号', '年级', '班级'],
    [stdyNo, '2026级', '2班'],
  ],
  edcunit: () => [
    ['学段', '年级', '班级'],
    ['小学', '2026', '7'],
  ],
}

const studentLists = Object.fromEntries(
  Object.entries(lists).flatMap(([name, rowsOf]) => {
    const kind = name as StudentImport
    const rows = async ({ server, pupils }: Ground) => {
      const { rows: kept } = await server.owner.query('select stdy_no from stu where stu_no = $1', [pupils.stuNos[0]])
      return rowsOf(kept[0].stdy_no)
    }
    const send = async (ground: Ground) => sendList({ admin: ground.caller }, await rows(ground), { entNo: ground.entNo })
    const show = async (ground: Ground) =>
      previewList({ admin: ground.caller }, kind, await rows(ground), { entNo: ground.entNo })
    return [
      [`/ent/stu/import${kind}`, async (ground: Ground) => ({ fileNo: [(await send(ground)).fileNo] })],
      [`/ent/stu/import${kind}create`, async (ground: Ground) => ({ batchNo: [(await show(ground)).batchNo] })],
    ]
  }),
)

let planted = 0
const fresh = () => String(++planted).padStart(4, '0')

/** What single calls need besides: records in the state that they change. */
export const suits: Record<string, (ground: Ground) => Promise<Known> | Known> = {
  ...studentLists,
  ...meetingSuits,
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
  '/ent/stu/previewpic': async ({ pupils }) => ({
    file: [zipFile({ [`${pupils.stuNos[0]}.jpg`]: await picture('#369') })],
    phtType: ['card'],
  }),
  '/ent/stu/setpic': (ground) => plantStudentPictures(ground),
  '/ent/stu/closepic': (ground) => plantStudentPictures(ground),
  '/ent/stu/importpic': (ground) => plantStudentPictures(ground),
  '/ent/stu/withdraw': async ({ server, entNo, pupils, caller }) => {
    const { fileNo } = await caller.client.call(upload.upload, { entNo, file: await portrait() })
    await server.owner.query('update stu set face_pht = $1 where stu_no = $2', [fileNo, pupils.stuNos[0]])
    return {}
  },
  '/ent/stuarch/set': ({ pupils }) => ({ unfStuNo: [`J98010120180101${pupils.stuNos[0].slice(-4)}`] }),
  '/ent/rollover/getundo': async (ground) => ({ rollNo: [(await rolledOver(ground)).rollNo] }),
  '/ent/rollover/takeback': async (ground) => ({ rollNo: [(await rolledOver(ground)).rollNo] }),
  '/ent/rollover/run': readyToRoll,
  '/ent/rollover/dropdraft': readyToRoll,
  '/ent/rollover/dropimports': async (ground) => {
    await openImport(ground, 'somebody')
    return {}
  },
  '/ent/duplicate/takeback': merged,
  '/ent/duplicate/notsame': async ({ server, entNo }) => {
    await server.owner.query('delete from stunotsame where ent_no = $1', [entNo])
    return {}
  },
  '/ent/datacheck/getfound': () => ({ rule: ['noStdyNo'] }),
  '/ent/datacheck/assign': async ({ server, entNo, empNo, pupils }) => {
    await server.owner.query('delete from chktask where ent_no = $1', [entNo])
    const held = { entNo, empNo, dataVal: pupils.classNo, dataType: 'unit', roleNo: 'P030CLASS' }
    await asOwner(server, entNo, (db) => db.insertInto('empdatapwr').values(held).execute())
    return { rule: ['noIdNo'], unitNos: [[pupils.classNo]] }
  },
  async '/ent/imp/export'({ caller, entNo, batchNo }) {
    await caller.client.call(imp.setout, { entNo, batchNo, rowNos: [2], out: '1' })
    return {}
  },
  async '/ent/imp/undo'({ caller, entNo, batchNo }) {
    await caller.client.call(emp.importempcreate, { entNo, batchNo })
    return {}
  },
  '/user/user/switch': ({ caller }) => ({ idntVal: [caller.idntVal], idntNo: [caller.idntNo], entNo: [caller.entNo] }),
  '/user/user/updateavatar': async ({ caller }) => {
    const { fileNo } = await caller.client.call(upload.upload, { file: await portrait() })
    return { avatar: [fileNo] }
  },
  '/user/prefer/set': () => ({ name: ['density'], val: ['"middle"'] }),
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
  '/ecb/ent/create': ({ entNo }) => ({
    prtNo: [entNo],
    idntNo: ['050'],
    selfNo: [null],
    user: [{ nickName: '王店长', authTel: `1550000${fresh()}` }],
    mdlCodes: [['org', 'emp']],
  }),
  '/ecb/ent/update': () => ({ selfNo: [null], entLogo: [null] }),
  '/ecb/ent/delete': async ({ server, entNo }) => {
    await server.owner.query(`update ent set stt = '2' where ent_no = $1`, [entNo])
    return {}
  },
  '/ecb/ent/gettouched': ({ entNo }) => ({ entNos: [entNo], prtNo: [rootNo] }),
  '/ecb/ent/setentord': async (ground) => ({ prtNo: [ground.entNo], entNo: [await plantBelow(ground)] }),
  '/ecb/ent/updateprtent': async (ground) => {
    const below = await plantBelow(ground)
    return { prtNo: [ground.entNo], entNos: [below] }
  },
  '/ecb/pbccfg/create': () => ({
    cfgCode: [`MY_${fresh()}`],
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
  '/ecb/entact/create': () => ({ payType: ['01'], actNo: [`9988-${fresh()}`] }),
  '/ent/edcarch/set': async ({ server, entNo }) => {
    await server.owner.query(`update ent set idnt_no = '010' where ent_no = $1`, [entNo])
    return {}
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
  '/ecb/mdl/setmdlord': () => ({
    prtCode: ['gauth'],
    mdlCode: modules.flatMap(({ code, parent }) => (parent === 'gauth' ? [code] : [])),
  }),
  '/ent/mdl/setentmdlord': () => ({ prtCode: ['glog'], mdlCode: ['userlgn', 'session', 'imp'] }),
  '/ecb/mdl/updateprtmdl': () => ({ prtCode: ['goffice'], mdlCode: ['empgrp'], befNo: ['photo'] }),
  '/ent/mdl/updateprtmdl': () => ({ prtCode: ['goffice'], mdlCode: ['empgrp'], befNo: ['photo'] }),
  ...Object.fromEntries(
    ['createtype', 'updatetype', 'deletetype', 'create', 'update', 'delete', 'compare', 'load', 'export'].map((name) => [
      `/ecb/info/${name}`,
      (ground: Ground) => plantDictionary(ground, name),
    ]),
  ),
  ...Object.fromEntries(
    ['setentinfo', 'updateentinfo', 'createinfoent', 'deleteinfoent'].map((name) => [
      `/ecb/entinfo/${name}`,
      (ground: Ground) => plantChoice(ground, name),
    ]),
  ),
  '/ecb/codegnrt/create': () => ({ gnrtCode: [`RULE_${fresh()}`], ...rule }),
  '/ecb/codegnrt/update': () => ({ gnrtCode: ['ACT_NO'], ...rule }),
  '/ecb/codegnrt/delete': async ({ server }) => {
    const gnrtCode = `RULE_${fresh()}`
    await byOwner(server, (db) => db.insertInto('codegnrt').values({ gnrtCode, maxVal: 9 }).execute())
    return { gnrtCode: [gnrtCode] }
  },
  '/ecb/billtype/create': () => ({ typeNo: [`8${fresh().slice(-1)}`], ...segment() }),
  '/ecb/billtype/update': async (ground) => ({ typeNo: [await plantBillType(ground)], ...segment() }),
  '/ecb/billtype/delete': async (ground) => ({ typeNo: [await plantBillType(ground)] }),
  '/ent/bill/createtmpl': () => ({ tmplName: [`表单${fresh()}`] }),
  '/ent/bill/updatetmpl': () => ({ tmplName: [`表单${fresh()}`], stt: ['3'] }),
  '/ent/vst/create': ({ empNo }) => ({
    vals: [
      {
        c1: '何访客',
        c2: '13700000001',
        c4: '送教材',
        c5: [{ no: empNo, name: '慕容' }],
        c6: chinaTime(1),
        c7: chinaTime(2),
        c8: [{ c1: '同行' }],
      },
    ],
  }),
  '/ent/vst/arrive': (ground) => visitIn(ground, '2'),
  '/ent/vst/leave': (ground) => visitIn(ground, '4'),
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
  '/ent/edcunit/create': ({ pupils }) => ({ prtNo: [pupils.gradeNo], unitType: ['5'], selfNo: [null] }),
  '/ent/edcunit/update': () => ({ nameLock: ['0'] }),
  '/ent/edcunit/delete': ({ pupils }) => ({ unitNo: [pupils.emptyClassNo] }),
  '/ent/edcunit/disable': ({ pupils }) => ({ unitNo: [pupils.emptyClassNo], datas: [[pupils.emptyClassNo]] }),
  async '/ent/edcunit/enable'({ caller, entNo, pupils }) {
    await caller.client.call(edcunit.disable, { entNo, datas: [pupils.emptyClassNo] })
    return { datas: [[pupils.emptyClassNo]] }
  },
  '/ent/edcunit/creategradeandclass': ({ entNo }) => ({
    prtNo: [rootUnitOf(entNo)],
    stdyPrd: ['1'],
    grades: [[{ entrYear: 2025, clsCnt: 2 }]],
  }),
  '/ent/edcunit/createclassmany': ({ pupils }) => ({ prtNo: [pupils.gradeNo] }),
  '/ent/edcunit/setedcunitord': ({ pupils }) => ({ unitNo: [pupils.classNo, pupils.emptyClassNo] }),
  '/ent/edcunit/updateprtedcunit': ({ pupils }) => ({
    prtNo: [pupils.gradeNo],
    unitNos: [[pupils.emptyClassNo]],
    befNo: [pupils.classNo],
  }),
  '/ent/edcunit/graduate': ({ pupils }) => ({ unitNos: [[pupils.gradeNo]], early: ['1'] }),
  '/ent/edcunit/upgrade': ({ pupils }) => ({ unitNos: [[pupils.gradeNo]], again: ['1'] }),
  '/ent/empdatapwr/set': ({ empty }) => ({ dataVal: [empty] }),
  '/ent/empdatapwr/setempmsgpwr': ({ empty }) => ({ dataVal: [empty] }),
  '/ent/empdatapwr/setbydataval': ({ empty }) => ({ dataVal: [empty] }),
  async '/ent/stu/enable'({ caller, entNo, pupils }) {
    await caller.client.call(stu.disable, { entNo, stuNos: [pupils.stuNos[0]] })
    return {}
  },
  '/ent/stu/auth': () => ({ authTel: [`1560000${fresh()}`] }),
  '/ent/stu/updateunit': ({ pupils }) => ({ unitNo: [pupils.emptyClassNo] }),
  '/ent/stu/updatewts': () => ({ wts: ['02'] }),
  '/ent/stu/bulkupdatewts': () => ({ addWts: ['02'], delWts: [null] }),
  '/ent/ptr/enable': async ({ server, pupils: { ptrNos } }) => {
    await server.owner.query(`update ptr set stt = '2' where ptr_no = any($1)`, [ptrNos])
    return {}
  },
  '/ent/stuptr/create': ({ pupils }) => ({ ptrNo: [pupils.ptrNos[1]] }),
  '/ent/stuptr/createwithptr': async ({ server, pupils }) => {
    const [, ptrNo] = pupils.ptrNos
    const { rows } = await server.owner.query('select auth_tel from ptr where ptr_no = $1', [ptrNo])
    return { ptrNo: [ptrNo], authTel: rows.map(({ auth_tel }) => auth_tel) }
  },
}

async function visitIn({ server, entNo, office }: Ground, stt: string): Promise<Known> {
  await server.owner.query('update vst set stt = $3, plan_s_dt = now() where ent_no = $1 and vst_no = $2', [
    entNo,
    office.vstNo,
    stt,
  ])
  return {}
}

const byOwner = <T>(server: TestServer, work: (db: Kysely<DB>) => Promise<T>) => asOwner(server, '', work)

async function plantBelow({ server, entNo }: Ground): Promise<string> {
  return (await makeSchool(server, { idntNo: '050', prtNo: entNo })).entNo
}

async function plantAccount({ server }: Ground): Promise<Known> {
  const userNo = `A${fresh()}`
  const row = { userNo, name: `account.${userNo}`, nickName: '账号', pwdHash: 'none' }
  await byOwner(server, (db) => db.insertInto('account').values(row).execute())
  return { userNo: [userNo], idnts: [[]] }
}

// What fits together in a number rule.
const rule = { prfx: ['T'], sufx: ['-'], fixBit: [8], minVal: [1], maxVal: [99_999_999], rstCyc: ['N'] }

const segment = () => {
  const minVal = 5_000_000 + Number(fresh()) * 10
  return { minVal: [minVal], maxVal: [minVal + 9] }
}

async function plantBillType({ server }: Ground): Promise<string> {
  const typeNo = `7${fresh().slice(-1)}`
  const [[minVal], [maxVal]] = [segment().minVal, segment().maxVal] as [[number], [number]]
  await server.owner.query('delete from billtype where type_no = $1', [typeNo])
  await byOwner(server, (db) =>
    db
      .insertInto('billtype')
      .values({ typeNo, typeName: `类型${fresh()}`, minVal, maxVal })
      .execute(),
  )
  return typeNo
}

// A dictionary of one's own with a value, or with what a new one needs.
async function plantDictionary({ server }: Ground, name: string): Promise<Known> {
  const typeCode = `OWN_${fresh()}`
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

// An enterprise that has chosen two values of a dictionary.
async function plantChoice({ server, entNo }: Ground, name: string): Promise<Known> {
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

async function plantStudentPictures({ caller, entNo, pupils }: Ground): Promise<Known> {
  const file = zipFile({ [`${pupils.stuNos[0]}.jpg`]: await picture('#369'), '说明.txt': Buffer.from('字') })
  const { batchNo } = await caller.client.call(stu.previewpic, { entNo, file, phtType: 'card' })
  return { batchNo: [batchNo], rowNos: [1], use: ['0'] }
}
