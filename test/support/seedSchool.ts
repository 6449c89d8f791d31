import { readXlsx } from 'hucre/xlsx'
import type { Call } from '#contract/call.ts'
import { maskPhone } from '#contract/values/masking.ts'
import { toRequest } from '#contract/wire.ts'
import { initialColumns } from '#contract/form/initial.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { hashPassword } from '#server/auth/password.ts'
import { routes } from '#app/server/routes.ts'
import { clientOf, makePerson, makeSchool, type Person, rootNo, type School, send, type TestServer } from './harness.ts'
import type { Known } from './samples.ts'
import { permits } from '../calls/matrix/expected.ts'
import { seedActivities } from './seedActivities.ts'
import { oneStep } from './seedApprovals.ts'
import { seedOffice } from './seedOffice.ts'
import { seedResources } from './seedPortals.ts'
import { seedPupils } from './seedPupils.ts'
import { dictionariesOf, seedDepartments, seedPhoto, seedRole, seedUpload, recordsOf, workbook } from './seedRecords.ts'
import { callFixtures } from './callFixtures.ts'
import type { Ground } from './ground.ts'

/** Lists every call that is served. */
export const calls: Call[] = routes.map(({ call }) => call)
export const reads = calls.filter(({ method }) => method === 'GET')
export const writes = calls.filter(({ method }) => method === 'POST')
/** Lists calls that work on the enterprise of a session. */
export const bound = calls.filter(({ access }) => access !== 'open')

export const isGuarded = ({ access }: Call) => typeof access !== 'string'

/** Describes a school with a row of everything that a call can name. */
export type SeededSchool = School & {
  /** Holds possible inputs of its calls. */
  known: Known
  /** Lists the keys among them that number records. */
  recordKeys: string[]
  /** Lists texts that nobody outside the school may ever read. */
  canaries: string[]
  /** Holds its own administrator, whoever seeded it. */
  own: Person
  /** Holds what single calls work on. */
  ground: Omit<Ground, 'server' | 'school' | 'caller'>
}

type Options = { prtNo?: string; idntNo?: string; caller?: Person; forCall?: Call }

// Tells whether a school’s own administrator has no right to it: the platform’s records, and what was given from above.
export const isOperators = ({ place, path }: Call) =>
  place === 'platform' || place === 'given' || path.startsWith('/ecb/user/') || !permits('school', path)

/**
 * Returns the keys of an input of this call that number records: the number of an account at a bank is not that of an activity.
 */
export const recordKeysOf = ({ path }: Call, { recordKeys }: SeededSchool) =>
  recordKeys.filter((key) => key !== 'actNo' || !path.startsWith('/ecb/entact/'))

/** Returns who may make a call on a school: its administrator, or an operator of the platform. */
export async function callerOf(call: Call, school: SeededSchool): Promise<Person> {
  return isOperators(call)
    ? ((operators[school.server.databaseUrl] ??= await makeOperator(school.server)) as Person)
    : school.admin
}
const operators: Record<string, Person> = {}

/** Returns the number with which a call names the school: none where the records are nobody’s own. */
export const entNoFor = ({ place, path }: Call, { entNo }: { entNo: string }) =>
  place === 'platform' || path.startsWith('/ecb/user/') ? {} : { entNo }

/** Holds the password of whoever seeds, and of everybody given its hash. */
export const pwd = 'Campus2026'
export const pwdHash = hashPassword(pwd)
let schools = 0

/**
 * Seeds a school and one row of everything that a call can name. A new resource adds its rows here, and is
 * from then on covered by every test over all calls. `caller` seeds in place of the administrator; with `forCall`
 * the workbook, which takes longest, is seeded only where that call needs one.
 */
export async function seedSchool(server: TestServer, options: Options = {}): Promise<SeededSchool> {
  const school = await makeSchool(server, options)
  const { entNo } = school
  const caller = options.caller ?? school.admin
  const sign = `丝雀${[...String(++schools)].map((digit) => '零一二三四五六七八九'[Number(digit)]).join('')}号`
  const person = await makePerson(school, { name: `慕容${sign}`, roles: ['P030STAFF'] })
  const group = (name: string) => ({ entNo, grpName: `${name}${sign}`, grpType: '1', des: `只给${sign}看` })
  const { grpNo } = await caller.client.call(empgrp.create, group('甲'))
  await caller.client.call(empgrp.create, group('乙'))
  await caller.client.call(empgrp.creatembr, { entNo, grpNo, empNos: [person.empNo] })
  const op = [caller.client.lastOp]
  const [second, empty] = await seedDepartments(caller, entNo, sign, person.empNo)
  const pupils = await seedPupils(server, entNo, sign, { userNo: caller.userNo, empNo: person.empNo, op: caller.client.lastOp })
  const office = await seedOffice(server, entNo, sign, { empNo: person.empNo, callerNo: school.admin.empNo })
  const activities = await seedActivities(server, entNo, sign, {
    stuNo: pupils.stuNos[0],
    userNo: caller.userNo,
    empNo: school.admin.empNo,
  })
  const { emptyClsNo } = await seedResources(server, entNo, sign, { empNo: school.admin.empNo, userNo: caller.userNo })
  const { shape } = options.forCall?.input ?? {}
  const pictured = ['cardPht', 'facePht', 'fileNo', 'applyNo', 'applyNos', 'entLogo', 'file', 'cfgCode']
  const picture = !shape || pictured.some((key) => key in shape) ? [await seedPhoto(server, caller, entNo, person.empNo)] : []
  const roleNo = await seedRole(server, entNo, { sign, empNo: person.empNo, orgNo: second })
  await seedUpload(server, caller, entNo, sign)
  const sendList = async () => caller.client.call(upload.upload, { entNo, file: await workbook(`欧阳${sign}`) })
  if (!shape || 'batchNo' in shape) await caller.client.call(emp.importemp, { entNo, fileNo: (await sendList()).fileNo })
  const sheet = !shape || 'fileNo' in shape ? await sendList() : undefined
  await server.owner.query('update account set pwd_hash = $1 where user_no = $2', [await pwdHash, caller.userNo])
  const records = await recordsOf(server, entNo)
  const values = {
    name: [caller.name],
    pwd: [pwd],
    oldPwd: [pwd],
    newPwd: ['Sunny-day-7'],
    op,
    idntNo: [caller.idntNo],
    user: [{ nickName: '王店长', authTel: '15500000000' }],
    file: [await workbook('张三')],
    fileNo: sheet ? [sheet.fileNo] : [],
    cardPht: picture,
    facePht: picture,
    rcvNo: [office.rcvNo],
    hndNo: [office.hndNo],
    toNo: [office.toNo],
    propNo: [office.propNo],
    flowNo: [office.flowNo],
    prcNo: [office.prcNo],
    tskNo: [office.tskNo],
    decNo: [office.decNo],
    lveNo: [office.lveNo],
    dlgNo: [office.dlgNo],
    steps: [oneStep(person.empNo)],
    dlvNo: [office.dlvNo],
    chnKinds: [['push']],
    endpoint: ['https://push.example.cn/of-the-sample'],
    p256dh: ['x'.repeat(87)],
    auth: ['y'.repeat(22)],
    chnKind: ['push'],
    conf: [{ subject: 'mailto:c@d.cn' }],
    secrets: [{}],
    cnsntFlag: ['1'],
    cnsntBy: ['王建国（父亲）'],
    lvDt: ['20260901'],
    cfgCode: ['EXP_MASK'],
    // Lists the one payment account, and a price.
    rdx: [1],
    actRdx: [1],
    amt: [100],
    // Lists the one row of the workbook, and a cell of it.
    kind: ['emp'],
    ersKind: ['2'],
    idntVal: [office.left.idntVal],
    ersName: [office.left.ersName],
    askBy: ['1'],
    no: [person.empNo],
    tree: ['org'],
    rowNo: [2],
    fld: ['rem'],
    val: ['"备注"'],
    at: [null],
    plan: [{ entries: [], promotes: [], moves: [], again: '0' }],
    infoNo: ['1'],
    sex: ['M'],
    datas: [person.empNo],
    roleNo: [roleNo],
    mdlCode: ['empgrp'],
    pwrNo: ['000004'],
    addDelFlag: ['2'],
    dataVal: [second],
    dataType: ['org'],
    recType: ['emp'],
    recNo: [person.empNo],
    entNos: [entNo],
    leadEmpNos: [person.empNo],
    empNo: [person.empNo],
    unitNo: [pupils.classNo],
    stuNo: [pupils.stuNos[0]],
    oneNo: [pupils.stuNos[0]],
    otherNo: [pupils.stuNos[1]],
    keptNo: [pupils.stuNos[0]],
    goneNo: [pupils.stuNos[1]],
    ptrNo: [pupils.ptrNos[0]],
    tmplNo: [office.visitNo],
    manNo: [office.manNo],
    schdSDt: ['20260901080000'],
    schdEDt: ['20260901090000'],
    typeNo: ['01'],
    billClmns: [initialColumns('01')],
    vals: [{}],
    ...(picture.length > 0 && { applyNo: [`L-${entNo}`] }),
  }
  const phones = await server.owner.query('select auth_tel from emp where ent_no = $1', [entNo])
  const numbers = Object.values(records).flat()
  const canaries = [sign, entNo, ...numbers, ...phones.rows.flatMap(({ auth_tel }) => [auth_tel, maskPhone(auth_tel)])]
  const ground = {
    batchNo: records.batchNo?.[0] ?? '',
    entNo,
    empNo: person.empNo,
    second,
    empty,
    pupils,
    office,
    activities,
    emptyClsNo,
    all: records.empNo ?? [],
  }
  const known = { ...records, ...values, ...(await dictionariesOf(server)) }
  const seeded = { ...school, admin: caller, known, recordKeys: Object.keys(records), canaries, own: school.admin, ground }
  return options.forCall ? suitedFor(options.forCall, seeded) : seeded
}

/** Brings the records of a seeded school into the state that a call changes. */
export async function suitedFor(call: Call, seeded: SeededSchool): Promise<SeededSchool> {
  const { ground, server, admin: caller, known } = seeded
  const more = await callFixtures[call.path]?.({ ...ground, server, school: { ...seeded, admin: seeded.own }, caller })
  return { ...seeded, known: { ...known, ...more } }
}

/** Returns the same school on a server that works on a copy of its database. */
export function movedTo(server: TestServer, seeded: SeededSchool): SeededSchool {
  const moved = (person: Person) => ({ ...person, client: clientOf(server, person.client.token) })
  return { ...seeded, server, admin: moved(seeded.admin), own: moved(seeded.own) }
}

/** Makes an operator of the platform. */
export const makeOperator = (server: TestServer, roles = ['P060OPERATOR']): Promise<Person> =>
  makePerson({ entNo: rootNo, orgNo: 'O00000001', server } as School, { idntNo: '060', roles })

/** Makes a call as a session and answers its status and text, whatever they are. */
export async function rawAnswer(server: TestServer, call: Call, input: Record<string, unknown>, token?: string) {
  const { method, url, body } = toRequest(call, input)
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
  }
  const response = await send(server, url, { method, headers, ...(body !== undefined && { body }) })
  const isFile = !response.headers.get('content-type')?.startsWith('application/json')
  // Reads the cells of a workbook, for its bytes are packed.
  return { status: response.status, text: await (isFile ? cellsOf(await response.arrayBuffer()) : response.text()) }
}

/** Reads the cells of a workbook's sheets, as text. */
export async function cellsOf(workbook: ArrayBuffer): Promise<string> {
  const { sheets } = await readXlsx(new Uint8Array(workbook))
  return JSON.stringify(sheets.map(({ rows }) => rows))
}

/** Counts the changes in an enterprise's history: equal before and after means that nothing was changed. */
export async function changesOf({ owner }: TestServer, entNo: string): Promise<number> {
  const { rows } = await owner.query('select count(*)::int as n from history where ent_no = $1', [entNo])
  return rows[0].n
}
