import { createHash } from 'node:crypto'
import { rootUnitOf } from '#domain/units/units.contract.ts'
import { chinaTime } from '#domain/visits/visits.contract.ts'
import { duplicate } from '#features/ent/duplicate/duplicate.contract.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { rollover } from '#features/ent/rollover/rollover.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { uniqueDigits } from './uniqueDigits.ts'
import { hashPassword } from '#server/auth/password.ts'
import { asOwner, makePerson, makeSchool } from './harness.ts'
import { approvalFixtures } from './approvalFixtures.ts'
import { collectionFixtures } from './collectionFixtures.ts'
import { codeFixtures } from './codeFixtures.ts'
import { meetingFixtures } from './meetingFixtures.ts'
import { messageFixtures } from './messageFixtures.ts'
import { picture, zipFile } from './photoZip.ts'
import { platformFixtures } from './platformFixtures.ts'
import { activityFixtures } from './activityFixtures.ts'
import { resourceFixtures } from './resourceFixtures.ts'
import { openImport } from './primarySchool.ts'
import type { Known } from './samples.ts'
import { studentListFixtures } from './studentListFixtures.ts'
import { portrait } from './uploads.ts'
import type { Ground } from './ground.ts'

// Disables the second class, which has nobody and prevents a year-end.
async function readyToRoll({ caller, entNo, pupils, server }: Ground): Promise<Known> {
  await asOwner(server, entNo, (db) =>
    db.updateTable('edcunit').set({ stt: '2' }).where('entNo', '=', entNo).where('unitNo', '=', pupils.emptyClassNo).execute(),
  )
  const { plan } = await caller.client.call(rollover.get, { entNo })
  const { rollNo, schYear, sign } = await caller.client.call(rollover.savedraft, { entNo, plan: { ...plan, again: '1' } })
  return { rollNo: [rollNo], schYear: [schYear + 1], sign: [sign], seasonFlag: ['1'] }
}

// Makes somebody elsewhere, as whom the caller is known too.
async function anotherAccount({ server }: Ground): Promise<Known> {
  const pwd = 'Campus2026'
  const elsewhere = await makeSchool(server, { idntNo: '010' })
  const { name } = await makePerson(elsewhere, { idntNo: '010', pwdHash: await hashPassword(pwd) })
  return { name: [name], pwd: [pwd] }
}

async function rolledOver(ground: Ground) {
  const { rollNo, schYear, sign } = await readyToRoll(ground)
  const input = { rollNo: String(rollNo?.[0]), schYear: Number(schYear?.[0]), sign: String(sign?.[0]), seasonFlag: '1' as const }
  await ground.caller.client.call(rollover.run, { entNo: ground.entNo, ...input })
  return input
}

// Makes somebody whose remark changed, and the operation that did it.
async function changedPerson({ caller, entNo, empNo }: Ground): Promise<Known> {
  await caller.client.call(emp.update, { entNo, empNo, rem: '改过' })
  return { kind: ['emp'], tbl: ['emp'], no: [empNo], op: [caller.client.lastOp], side: ['before'], flds: [['rem']] }
}

async function merged({ caller, entNo, pupils }: Ground): Promise<Known> {
  const [keptNo, goneNo] = pupils.stuNos
  const { mrgNo } = await caller.client.call(duplicate.merge, { entNo, keptNo, goneNo })
  return { mrgNo: [mrgNo] }
}

/** Prepares what single calls need besides: records in the state that they change. */
export const callFixtures: Record<string, (ground: Ground) => Promise<Known> | Known> = {
  ...studentListFixtures,
  ...meetingFixtures,
  ...approvalFixtures,
  ...collectionFixtures,
  ...activityFixtures,
  ...platformFixtures,
  ...resourceFixtures,
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
  '/file/upload/createchunk': () => ({ ...textFile(), name: ['说明.txt'] }),
  '/file/upload/uploadchunk': (ground) => seedUpload(ground, [new File(['你好'], 'chunk')]),
  '/file/upload/dropchunk': (ground) => seedUpload(ground),
  '/ent/emp/setpic': (ground) => seedPictures(ground),
  '/ent/emp/closepic': (ground) => seedPictures(ground),
  '/ent/emp/importpic': (ground) => seedPictures(ground),
  '/ent/stu/previewpic': async ({ pupils }) => ({
    file: [zipFile({ [`${pupils.stuNos[0]}.jpg`]: await picture('#369') })],
    phtType: ['card'],
  }),
  '/ent/stu/setpic': (ground) => seedStudentPictures(ground),
  '/ent/stu/closepic': (ground) => seedStudentPictures(ground),
  '/ent/stu/importpic': (ground) => seedStudentPictures(ground),
  '/ent/stu/withdraw': async ({ server, entNo, pupils, caller }) => {
    const { fileNo } = await caller.client.call(upload.upload, { entNo, file: await portrait() })
    await server.owner.query('update stu set face_pht = $1 where stu_no = $2', [fileNo, pupils.stuNos[0]])
    return {}
  },
  '/ent/ptr/previewpic': async ({ pupils }) => ({
    file: [zipFile({ [`${pupils.ptrNos[0]}.jpg`]: await picture('#369') })],
    phtType: ['card'],
  }),
  '/ent/ptr/setpic': (ground) => seedGuardianPictures(ground),
  '/ent/ptr/closepic': (ground) => seedGuardianPictures(ground),
  '/ent/ptr/importpic': (ground) => seedGuardianPictures(ground),
  '/ent/ptr/withdraw': async ({ server, entNo, pupils, caller }) => {
    const { fileNo } = await caller.client.call(upload.upload, { entNo, file: await portrait() })
    await server.owner.query('update ptr set face_pht = $1 where ptr_no = $2', [fileNo, pupils.ptrNos[0]])
    return {}
  },
  '/ent/bill/disabletmpl': withoutCodes,
  '/ent/bill/deletetmpl': withoutCodes,
  '/ent/stuarch/set': ({ pupils }) => ({ unfStuNo: [`J98010120180101${pupils.stuNos[0].slice(-4)}`] }),
  '/ent/history/gettimeline': ({ empNo }) => ({ kind: ['emp'], no: [empNo] }),
  '/ent/history/getthen': changedPerson,
  '/ent/history/restore': changedPerson,
  '/ent/history/gettree': () => ({ tm: ['20300101000000'] }),
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
  ...messageFixtures,
  ...codeFixtures,
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
  '/user/user/previewjoin': anotherAccount,
  '/user/user/join': anotherAccount,
  '/user/user/leave': async ({ server, caller }) => {
    const { entNo, admin } = await makeSchool(server, { idntNo: '010' })
    const identity = { userNo: caller.userNo, idntNo: '010', entNo, idntVal: admin.empNo }
    await asOwner(server, entNo, (db) => db.insertInto('identity').values(identity).execute())
    return { idntNo: ['010'], idntEntNo: [entNo], idntVal: [admin.empNo] }
  },
  '/user/user/updatetel': () => ({ authTel: ['16600001111'], pwd: ['Campus2026'] }),
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
  '/ent/edcarch/set': async ({ server, entNo }) => {
    await server.owner.query(`update ent set idnt_no = '010' where ent_no = $1`, [entNo])
    return {}
  },
  '/ent/mdl/setentmdlord': () => ({ prtCode: ['glog'], mdlCode: ['userlgn', 'session', 'history', 'imp', 'erasure'] }),
  '/ent/mdl/updateprtmdl': () => ({ prtCode: ['goffice'], mdlCode: ['empgrp'], befNo: ['bill'] }),
  '/ent/bill/createtmpl': () => ({ tmplName: [`表单${uniqueDigits()}`] }),
  '/ent/bill/updatetmpl': () => ({ tmplName: [`表单${uniqueDigits()}`] }),
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
  '/ent/emprole/createroleemp': ({ school }) => ({ empNo: [school.admin.empNo] }),
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
  '/ent/edcunit/graduate': ({ pupils }) => ({ unitNos: [[pupils.gradeNo]], early: ['1'], yearFlag: ['1'] }),
  '/ent/edcunit/upgrade': ({ pupils }) => ({ unitNos: [[pupils.gradeNo]], again: ['1'] }),
  '/ent/empdatapwr/set': ({ empty }) => ({ dataVal: [empty] }),
  '/ent/empdatapwr/setempmsgpwr': ({ empty }) => ({ dataVal: [empty] }),
  '/ent/empdatapwr/setbydataval': ({ empty }) => ({ dataVal: [empty] }),
  async '/ent/stu/enable'({ caller, entNo, pupils }) {
    await caller.client.call(stu.disable, { entNo, stuNos: [pupils.stuNos[0]] })
    return {}
  },
  '/ent/stu/auth': () => ({ authTel: [`1560000${uniqueDigits()}`] }),
  '/ent/stu/updateunit': ({ pupils }) => ({ unitNo: [pupils.emptyClassNo] }),
  '/ent/stu/updatemany': ({ pupils }) => ({ datas: [pupils.stuNos.map((stuNo) => ({ stuNo, rem: '住三楼' }))] }),
  '/ent/emp/updatemany': ({ empNo }) => ({ datas: [[{ empNo, rem: '门卫' }]] }),
  '/ent/ptr/updatemany': ({ pupils }) => ({ datas: [pupils.ptrNos.map((ptrNo) => ({ ptrNo, rem: '常来' }))] }),
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

// Seeds inputs that fit together: a number rule; a dictionary of one's own with a value, or with what a new one needs; an
// enterprise that has chosen two values of a dictionary; photos of a ZIP that wait to be set, one that fits, and a file that is
// none.
async function seedPictures({ caller, entNo, empNo }: Ground): Promise<Known> {
  const file = zipFile({ [`${empNo}.jpg`]: await picture('#369'), '说明.txt': Buffer.from('字') })
  const { batchNo } = await caller.client.call(emp.previewpic, { entNo, file, phtType: 'card' })
  return { batchNo: [batchNo], rowNos: [1], use: ['0'] }
}

// Takes the codes at gates away, which hold the form they are for.
async function withoutCodes({ server, entNo }: Ground): Promise<Known> {
  await server.owner.query(`update vstcode set stt = '0' where ent_no = $1`, [entNo])
  return {}
}

async function seedGuardianPictures({ caller, entNo, pupils }: Ground): Promise<Known> {
  const file = zipFile({ [`${pupils.ptrNos[0]}.jpg`]: await picture('#369'), '说明.txt': Buffer.from('字') })
  const { batchNo } = await caller.client.call(ptr.previewpic, { entNo, file, phtType: 'card' })
  return { batchNo: [batchNo], rowNos: [1], use: ['0'] }
}

async function seedStudentPictures({ caller, entNo, pupils }: Ground): Promise<Known> {
  const file = zipFile({ [`${pupils.stuNos[0]}.jpg`]: await picture('#369'), '说明.txt': Buffer.from('字') })
  const { batchNo } = await caller.client.call(stu.previewpic, { entNo, file, phtType: 'card' })
  return { batchNo: [batchNo], rowNos: [1], use: ['0'] }
}

/** Returns the facts of a small file before it is sent. */
const textFile = () => ({ size: [6], sha256: [createHash('sha256').update('你好').digest('hex')] })

/** Begins to send a file of the caller's in chunks. */
async function seedUpload({ caller, entNo }: Ground, file: File[] = []): Promise<Known> {
  const { upldNo } = await caller.client.call(upload.createchunk, {
    entNo,
    name: `说明${uniqueDigits()}.txt`,
    size: 6,
    sha256: textFile().sha256[0] as string,
  })
  return { upldNo: [upldNo], idx: [0], ...(file.length > 0 && { file }) }
}
